/* SPDX-License-Identifier: MIT
 *
 * The smallest complete host in C: one confined command, its output as it comes,
 * and how it ended. usage: embed-c WORKSPACE OUTSIDE
 *
 * The command writes a file into WORKSPACE, which it may, and tries to write the
 * file OUTSIDE, which it may not. Exits with 0 when exactly that happened.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sbx/sbx.h"

/* What the handlers are given. */
struct said {
  size_t bytes;
  int over;
};

static void on_output(void* ctx, int32_t stream, const char* data, size_t n) {
  struct said* said = ctx;
  said->bytes += n;
  printf("%s: %.*s", stream == 1 ? "out" : "err", (int)n, data);
}

static void on_exit(void* ctx) {
  ((struct said*)ctx)->over = 1;
}

static int give_up(const char* what, const sbx_host_error* error) {
  fprintf(stderr, "%s: %s\n", what, error->sentence);
  return 1;
}

int main(int argc, char** argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: embed-c WORKSPACE OUTSIDE\n");
    return 2;
  }
  const char* workspace = argv[1];
  const char* outside = argv[2];
  sbx_host_error error = SBX_HOST_ERROR_INIT;

  /* Nothing comes from the environment: this is all that commands get. */
  const char* environment[] = {"PATH=/usr/bin:/bin", NULL};
  sbx_host_engine_options options = SBX_HOST_ENGINE_OPTIONS_INIT;
  options.environment = environment;
  sbx_host_engine* engine = NULL;
  if (sbx_host_engine_new(&options, &engine, &error) != SBX_OK)
    return give_up("engine", &error);

  sbx_host_policy_options wanted = SBX_HOST_POLICY_OPTIONS_INIT;
  wanted.workspace = workspace;
  wanted.base = workspace;
  wanted.tmp = SBX_TMP_NONE;
  sbx_host_policy* policy = NULL;
  if (sbx_host_policy_resolve(engine, &wanted, &policy, &error) != SBX_OK) {
    return give_up("policy", &error);
  }

  /* Ask before: the same answer that the kernel gives later. */
  int32_t inside_allowed = 0, outside_allowed = 0;
  char rule[256];
  if (sbx_host_check(policy, SBX_ACCESS_WRITE, "inside", &inside_allowed, NULL, 0, &error) ||
      sbx_host_check(policy, SBX_ACCESS_WRITE, outside, &outside_allowed, rule, sizeof rule,
                     &error)) {
    return give_up("check", &error);
  }
  printf("check: inside %d, outside %d (%s)\n", inside_allowed, outside_allowed, rule);

  const char* words[] = {"sh", "-c",    "echo in > inside && cat inside; echo out > \"$1\"",
                         "sh", outside, NULL};
  sbx_host_launch launch = SBX_HOST_LAUNCH_INIT;
  launch.argv = words;
  launch.timeout_ms = 30000;
  launch.tool = "example";
  struct said said = {0, 0};
  sbx_host_handlers handlers = SBX_HOST_HANDLERS_INIT;
  handlers.ctx = &said;
  handlers.output = on_output;
  handlers.exit = on_exit;
  sbx_host_run* run = NULL;
  if (sbx_host_run_start(engine, policy, &launch, &handlers, &run, &error) != SBX_OK) {
    return give_up("run", &error);
  }
  while (!sbx_host_run_finished(run)) {
    struct pollfd entry = {sbx_host_run_poll_fd(run), POLLIN, 0};
    if (poll(&entry, 1, -1) > 0)
      sbx_host_run_dispatch(run);
  }

  sbx_host_outcome outcome = SBX_HOST_OUTCOME_INIT;
  if (sbx_host_run_outcome(run, &outcome) != SBX_OK)
    return 1;
  printf("%.*s: end %u, code %d, %llu us%s%.*s\n", (int)outcome.runner.size, outcome.runner.data,
         outcome.end, outcome.code, (unsigned long long)outcome.wall_us,
         outcome.error.size != 0 ? ", " : "", (int)outcome.error.size, outcome.error.data);
  const int right = said.over && said.bytes > 0 && outcome.end == SBX_HOST_EXITED &&
                    outcome.code != 0 && outcome.err_head.size > 0 && inside_allowed &&
                    !outside_allowed && outcome.out_head.size == 3 &&
                    memcmp(outcome.out_head.data, "in\n", 3) == 0 && access(outside, F_OK) != 0;
  sbx_host_run_free(run);
  sbx_host_policy_free(policy);
  sbx_host_engine_free(engine);
  puts(right ? "as expected" : "NOT as expected");
  return right ? 0 : 1;
}
