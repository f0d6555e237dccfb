/* SPDX-License-Identifier: MIT
 *
 * A runner that holds fs.write by Landlock, and its part of privilege by a seccomp
 * filter, and claims nothing else. What it cannot hold it refuses by name: the
 * host would rather run nothing.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "filter.h"
#include <sbx/abi/draft/runner.h>
#include <sbx/abi/plugin.h>

/* Landlock's numbers are the same everywhere; build machines often have older headers. */
enum { kCreateRuleset = 444, kAddRule = 445, kRestrictSelf = 446 };
enum { kAskVersion = 1, kPathBeneath = 1 };
#define WRITE_FILE (UINT64_C(1) << 1)
#define MAKE_AND_REMOVE (UINT64_C(0x1ff) << 4) /* names of every kind */
#define REFER (UINT64_C(1) << 13)
#define TRUNCATE (UINT64_C(1) << 14)
#define HANDLED (WRITE_FILE | MAKE_AND_REMOVE | REFER | TRUNCATE)
#define ON_A_FILE (WRITE_FILE | TRUNCATE)

struct rule {
  uint64_t access;
  int32_t fd;
} __attribute__((packed));

/* What Compile keeps for every command under one policy. Not changed afterwards,
 * so that any thread may bind. */
struct profile {
  int ruleset;
  sbx_restrictions wanted;
  struct sock_filter filter[kMostInstructions];
  size_t instructions;
};

/* A plan with everything that it points to. */
struct plan {
  sbx_plan view;
  int32_t fd;
  sbx_step steps[2];
  sbx_enforcement held[2];
  sbx_str explain[2];
};

static sbx_str Text(const char* text) {
  const sbx_str view = {text, strlen(text)};
  return view;
}

/* "cannot OPERATION 'SUBJECT': <os_error in words>; HINT" */
static sbx_status Fail(const sbx_error_sink* errors, sbx_status status, int os_error,
                       const char* operation, sbx_str subject, const char* hint) {
  errors->report(errors->ctx, status, os_error, Text(operation), subject, Text(hint));
  return status;
}

static sbx_status Configure(void* self, const sbx_setting* settings, size_t count,
                            const sbx_error_sink* errors) {
  (void)self;
  if (count == 0)
    return SBX_OK;
  return Fail(errors, SBX_E_INVALID, 0, "use the setting", settings[0].key,
              "this runner has no settings");
}

static int MakeRuleset(void) {
  const uint64_t handled = HANDLED;
  return (int)syscall(kCreateRuleset, &handled, sizeof handled, 0);
}

/* Runs in the child of Probe: system calls only. What is refused here would else
 * be done, or fail in another way. */
static int Holds(int ruleset, const struct sock_fprog* filter) {
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         open("/dev/null", O_WRONLY | O_CLOEXEC) >= 0 && syscall(kRestrictSelf, ruleset, 0) == 0 &&
         open("/dev/null", O_WRONLY | O_CLOEXEC) < 0 && errno == EACCES &&
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, filter) == 0 && fchmod(-1, 04755) != 0 &&
         errno == EPERM;
}

static sbx_status Probe(void* self, uint32_t timeout_ms, const sbx_error_sink* errors,
                        sbx_restrictions* can, void (*note)(void*, sbx_str), void* note_ctx) {
  (void)self, (void)timeout_ms; /* nothing here waits */
  *can = 0;
  const int ruleset = MakeRuleset();
  if (ruleset < 0) {
    note(note_ctx, Text("Landlock of Linux 6.2 or newer is needed"));
    return SBX_OK;
  }
  struct sock_filter filter[kMostInstructions];
  const struct sock_fprog program = {(unsigned short)BuildFilter(filter), filter};
  /* Without a signal at its end, so that the host's handling of children never meets it. */
  const pid_t child = (pid_t)syscall(SYS_clone, 0, NULL, NULL, NULL, NULL);
  if (child == 0)
    syscall(SYS_exit_group, Holds(ruleset, &program) ? 0 : 1);
  const int failed = errno;
  close(ruleset);
  if (child < 0)
    return Fail(errors, SBX_E_OS, failed, "start the probe", Text(""), "");
  int status = 0;
  while (waitpid(child, &status, __WCLONE) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
    *can = SBX_FS_WRITE | SBX_PRIVILEGE;
  else
    note(note_ctx, Text("a child could not be confined, or did what nothing allowed"));
  return SBX_OK;
}

/* Landlock takes nothing away below what it allows. */
static int InsideWritable(const sbx_policy* policy, const sbx_zone* zone) {
  for (int32_t i = zone->parent; i >= 0; i = policy->zones[i].parent) {
    if (policy->zones[i].access == SBX_ACCESS_WRITE)
      return 1;
  }
  return 0;
}

/* Why this zone cannot be held, or null. */
static const char* WhyNot(const sbx_policy* policy, const sbx_zone* zone) {
  if (zone->access > SBX_ACCESS_WRITE || zone->object > SBX_OBJECT_ABSENT)
    return "it is of a kind that this runner is too old to know";
  if (zone->access == SBX_ACCESS_NONE)
    return "this runner denies no reading: use --runner=bwrap";
  if ((zone->flags & SBX_ZONE_BEST_EFFORT) != 0)
    return NULL; /* it may stay open, and the restriction is not claimed */
  if ((zone->flags & SBX_ZONE_VIA_LINK) != 0)
    return "the rule passes a link that the command could replace: name its target";
  if (zone->access == SBX_ACCESS_READ && InsideWritable(policy, zone))
    return "it lies inside a writable folder, where Landlock takes nothing away: use "
           "--runner=bwrap";
  return NULL;
}

static int Allow(int ruleset, int fd, uint64_t access) {
  const struct rule rule = {access, fd};
  return (int)syscall(kAddRule, ruleset, kPathBeneath, &rule, 0);
}

/* Programs expect to write to these; a device that is not there is left out. */
static void AllowDevices(int ruleset) {
  static const char* const kDevices[] = {"/dev/null", "/dev/tty", "/dev/ptmx", "/dev/pts"};
  for (size_t i = 0; i < sizeof kDevices / sizeof *kDevices; ++i) {
    const int fd = open(kDevices[i], O_PATH | O_CLOEXEC);
    if (fd >= 0) {
      (void)Allow(ruleset, fd, ON_A_FILE); /* fails closed */
      close(fd);
    }
  }
}

static sbx_status Compile(void* self, const sbx_policy* policy, const sbx_error_sink* errors,
                          void** profile) {
  (void)self;
  for (size_t i = 0; i < policy->zone_count; ++i) {
    const char* const why = WhyNot(policy, &policy->zones[i]);
    if (why != NULL)
      return Fail(errors, SBX_E_REFUSED, 0, "hold the rule on", policy->zones[i].path, why);
  }
  const int ruleset = MakeRuleset();
  if (ruleset < 0)
    return Fail(errors, SBX_E_UNSUPPORTED, errno, "make a Landlock ruleset", Text(""),
                "Linux 6.2 or newer is needed");
  for (size_t i = 0; i < policy->zone_count; ++i) {
    const sbx_zone* const zone = &policy->zones[i];
    if (zone->access != SBX_ACCESS_WRITE)
      continue;
    const uint64_t access = zone->object == SBX_OBJECT_DIRECTORY ? HANDLED : ON_A_FILE;
    if (Allow(ruleset, zone->fd, access) != 0) {
      const int failed = errno;
      close(ruleset);
      return Fail(errors, SBX_E_OS, failed, "allow by Landlock", zone->path, "");
    }
  }
  AllowDevices(ruleset);
  struct profile* const made = malloc(sizeof *made);
  if (made == NULL) {
    close(ruleset);
    return Fail(errors, SBX_E_OS, ENOMEM, "compile the policy", Text(""), "");
  }
  made->ruleset = ruleset;
  made->wanted = policy->wanted;
  made->instructions = BuildFilter(made->filter);
  *profile = made;
  return SBX_OK;
}

static void DestroyProfile(void* self, void* profile) {
  (void)self;
  close(((struct profile*)profile)->ruleset);
  free(profile);
}

static void Claim(struct plan* plan, sbx_restrictions restriction, const char* mechanism) {
  sbx_enforcement* const one = &plan->held[plan->view.enforcement_count++];
  one->restriction = restriction;
  one->level = SBX_LEVEL_FULL;
  one->mechanism = Text(mechanism);
}

static sbx_status Bind(void* self, const void* profile, const sbx_launch* launch,
                       const sbx_error_sink* errors, const sbx_plan** plan) {
  (void)self, (void)launch;
  const struct profile* const compiled = profile;
  struct plan* const made = calloc(1, sizeof *made);
  if (made == NULL)
    return Fail(errors, SBX_E_OS, ENOMEM, "bind the launch", Text(""), "");
  made->fd = fcntl(compiled->ruleset, F_DUPFD_CLOEXEC, 3);
  if (made->fd < 0) {
    const int failed = errno;
    free(made);
    return Fail(errors, SBX_E_OS, failed, "keep the ruleset", Text(""), "");
  }
  made->steps[0].kind = SBX_STEP_LANDLOCK;
  made->steps[0].fd = 0; /* the first of the plan's descriptors */
  made->steps[1].kind = SBX_STEP_SECCOMP;
  made->steps[1].fd = -1;
  made->steps[1].data = compiled->filter; /* the host keeps the profile as long as the plan */
  made->steps[1].data_size = (uint32_t)(compiled->instructions * sizeof *compiled->filter);
  made->explain[0] = Text("landlock: writing below the writable folders and nowhere else");
  made->explain[1] = Text("seccomp: no file is marked setuid or setgid");

  made->view.size = sizeof made->view;
  made->view.kind = SBX_PLAN_STEPS;
  made->view.steps = made->steps;
  made->view.step_count = 2;
  made->view.fds = &made->fd;
  made->view.fd_count = 1;
  made->view.enforcement = made->held;
  if ((compiled->wanted & SBX_FS_WRITE) != 0)
    Claim(made, SBX_FS_WRITE, "landlock");
  if ((compiled->wanted & SBX_PRIVILEGE) != 0)
    Claim(made, SBX_PRIVILEGE, "seccomp, capabilities and no_new_privs");
  made->view.explain = made->explain;
  made->view.explain_count = 2;
  /* This the host's own listener holds, where a plan asks for it. */
  if ((compiled->wanted & SBX_FS_METADATA) != 0)
    made->view.listen |= SBX_LISTEN_METADATA;
  made->view.owner = made;
  *plan = &made->view;
  return SBX_OK;
}

static void DestroyPlan(void* self, const sbx_plan* plan) {
  (void)self;
  struct plan* const made = plan->owner;
  close(made->fd);
  free(made);
}

static sbx_status Classify(void* self, const sbx_failure* failure, const sbx_error_sink* errors) {
  (void)self, (void)failure;
  return Fail(errors, SBX_E_UNSUPPORTED, 0, "start the command under Landlock", Text(""),
              "a container may forbid it: run sbx doctor, or use --runner=bwrap");
}

static void Destroy(void* self) {
  (void)self; /* an instance has no state */
}

static const sbx_runner kTable = {
    .size = sizeof(sbx_runner),
    .understood = SBX_FS_WRITE | SBX_PRIVILEGE,
    .configure = Configure,
    .probe = Probe,
    .compile = Compile,
    .profile_destroy = DestroyProfile,
    .bind = Bind,
    .plan_destroy = DestroyPlan,
    .classify = Classify,
    .destroy = Destroy,
};

static sbx_status Create(const sbx_host* host, const char* interface_id,
                         const sbx_error_sink* errors, void** self, const void** table) {
  (void)host;
  if (strcmp(interface_id, SBX_RUNNER_INTERFACE) != 0)
    return Fail(errors, SBX_E_UNSUPPORTED, 0, "make an instance of", Text(interface_id),
                "this plugin has " SBX_RUNNER_INTERFACE);
  *self = NULL;
  *table = &kTable;
  return SBX_OK;
}

/* The one symbol of the library. */
extern __attribute__((visibility("default"))) const sbx_plugin_entry sbx_plugin_entry_v1;
const sbx_plugin_entry sbx_plugin_entry_v1 = {
    .magic = SBX_PLUGIN_MAGIC,
    .size = sizeof(sbx_plugin_entry),
    .abi_major = SBX_ABI_MAJOR,
    .abi_minor = SBX_ABI_MINOR,
    .id = "writes",
    .version = "1.0.0",
    .build_info = __VERSION__,
    .create = Create,
};
