// SPDX-License-Identifier: MIT
//
// The C interface: its structs grow at their end, its errors are values.
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "sbx/sbx.h"
#include "tests/host/workspace.hpp"

namespace sbx::host {
namespace {

class CInterface : public Workspace {
 protected:
  void SetUp() override {
    Workspace::SetUp();
    if (IsSkipped() || HasFatalFailure())
      return;
    sbx_host_engine_options options = SBX_HOST_ENGINE_OPTIONS_INIT;
    const char* environment[] = {"PATH=/usr/bin:/bin", nullptr};
    options.environment = environment;
    ASSERT_EQ(sbx_host_engine_new(&options, &engine_c_, &error_), SBX_OK) << error_.sentence;
    sbx_host_policy_options wanted = WantedInC();
    ASSERT_EQ(sbx_host_policy_resolve(engine_c_, &wanted, &policy_c_, &error_), SBX_OK)
        << error_.sentence;
  }
  void TearDown() override {
    sbx_host_policy_free(policy_c_);
    sbx_host_engine_free(engine_c_);
    Workspace::TearDown();
  }

  [[nodiscard]] sbx_host_policy_options WantedInC() const {
    sbx_host_policy_options wanted = SBX_HOST_POLICY_OPTIONS_INIT;
    wanted.base = wanted.workspace = workspace_.c_str();
    wanted.tmp = SBX_TMP_NONE;
    return wanted;
  }
  [[nodiscard]] sbx_host_launch Exit(const char* script) {
    words_[2] = script;
    sbx_host_launch launch = SBX_HOST_LAUNCH_INIT;
    launch.argv = words_;
    return launch;
  }
  [[nodiscard]] bool Says(const char* word) const {
    return std::strstr(error_.sentence, word) != nullptr;
  }

  const char* words_[4] = {"sh", "-c", nullptr, nullptr};
  sbx_host_error error_ = SBX_HOST_ERROR_INIT;
  sbx_host_engine* engine_c_ = nullptr;
  sbx_host_policy* policy_c_ = nullptr;
};

struct Heard {
  std::string out;
  int exits = 0;
};

TEST_F(CInterface, RunsAndTellsHowItEnded) {
  Heard heard;
  sbx_host_handlers handlers = SBX_HOST_HANDLERS_INIT;
  handlers.ctx = &heard;
  handlers.output = [](void* ctx, int32_t stream, const char* data, size_t n) {
    if (stream == 1)
      static_cast<Heard*>(ctx)->out.append(data, n);
  };
  handlers.exit = [](void* ctx) { ++static_cast<Heard*>(ctx)->exits; };
  const sbx_host_launch launch = Exit("echo said; exit 7");
  sbx_host_run* run = nullptr;
  ASSERT_EQ(sbx_host_run_start(engine_c_, policy_c_, &launch, &handlers, &run, &error_), SBX_OK)
      << error_.sentence;
  sbx_host_outcome outcome = SBX_HOST_OUTCOME_INIT;
  EXPECT_EQ(sbx_host_run_outcome(run, &outcome), SBX_E_INVALID);
  while (sbx_host_run_wait_for(run, 1000) == 0) {
  }
  ASSERT_EQ(sbx_host_run_outcome(run, &outcome), SBX_OK);
  EXPECT_EQ(outcome.end, static_cast<uint32_t>(SBX_HOST_EXITED));
  EXPECT_EQ(outcome.code, 7);
  EXPECT_EQ(View(outcome.out_head), "said\n");
  EXPECT_EQ(heard.out, "said\n");
  EXPECT_EQ(heard.exits, 1);
  // A caller of an earlier version gets as much as it has room for.
  sbx_host_outcome small;
  std::memset(&small, 0x55, sizeof small);
  small.size = offsetof(sbx_host_outcome, signal);
  ASSERT_EQ(sbx_host_run_outcome(run, &small), SBX_OK);
  EXPECT_EQ(small.code, 7);
  EXPECT_EQ(small.signal, 0x55555555);
  EXPECT_EQ(small.size, offsetof(sbx_host_outcome, signal));
  sbx_host_run_free(run);
}

TEST_F(CInterface, KillsTheTree) {
  const sbx_host_launch launch = Exit("setsid sleep 600 & sleep 600");
  sbx_host_run* run = nullptr;
  ASSERT_EQ(sbx_host_run_start(engine_c_, policy_c_, &launch, nullptr, &run, &error_), SBX_OK);
  sbx_host_run_kill(run);
  sbx_host_run_wait(run);
  sbx_host_outcome outcome = SBX_HOST_OUTCOME_INIT;
  ASSERT_EQ(sbx_host_run_outcome(run, &outcome), SBX_OK);
  EXPECT_EQ(outcome.end, static_cast<uint32_t>(SBX_HOST_KILLED));
  sbx_host_run_free(run);
}

TEST_F(CInterface, RefusesWhatALaterVersionAsks) {
  struct {
    sbx_host_launch known;
    uint64_t later;
  } launch = {Exit("exit 3"), 0};
  launch.known.size = sizeof launch;
  sbx_host_run* run = nullptr;
  ASSERT_EQ(sbx_host_run_start(engine_c_, policy_c_, &launch.known, nullptr, &run, &error_), SBX_OK)
      << error_.sentence;
  sbx_host_run_free(run);
  launch.later = 1;
  run = nullptr;
  EXPECT_EQ(sbx_host_run_start(engine_c_, policy_c_, &launch.known, nullptr, &run, &error_),
            SBX_E_UNSUPPORTED);
  EXPECT_EQ(run, nullptr);
  EXPECT_TRUE(Says("this version")) << error_.sentence;
}

TEST_F(CInterface, JudgesTheCallOfATool) {
  const auto ask = [&](const char* request, int32_t* allowed, char* rule) {
    return sbx_host_check_tool(policy_c_, Borrow(request), allowed, rule, 128, &error_);
  };
  int32_t allowed = 0;
  char rule[128] = "left";
  EXPECT_EQ(ask(R"({"name":"t","arguments":{"path":"a"},"effects":["write"]})", &allowed, rule),
            SBX_OK);
  EXPECT_EQ(allowed, 1);
  EXPECT_STREQ(rule, "");
  EXPECT_EQ(ask(R"({"name":"t","arguments":{"path":"/x"},"effects":["write"]})", &allowed, rule),
            SBX_OK);
  EXPECT_EQ(allowed, 0);
  EXPECT_STRNE(rule, "");
  EXPECT_EQ(ask("{", &allowed, rule), SBX_E_INVALID);
}

TEST_F(CInterface, HasAFence) {
  sbx_host_fence_options options = SBX_HOST_FENCE_OPTIONS_INIT;
  sbx_host_fence* fence = nullptr;
  ASSERT_EQ(sbx_host_fence_new(engine_c_, policy_c_, &options, &fence, &error_), SBX_OK)
      << error_.sentence;
  int32_t fd = 0;
  char rule[128] = "left";
  const uint32_t making = SBX_HOST_OPEN_WRITE | SBX_HOST_OPEN_CREATE;
  ASSERT_EQ(sbx_host_fence_open(fence, "made", making, 0600, &fd, rule, sizeof rule, &error_),
            SBX_OK)
      << error_.sentence;
  EXPECT_STREQ(rule, "");
  EXPECT_GE(fd, 0);
  close(fd);
  EXPECT_EQ(sbx_host_fence_open(fence, "../out", making, 0600, &fd, rule, sizeof rule, &error_),
            SBX_E_REFUSED);
  EXPECT_EQ(fd, -1);
  EXPECT_STRNE(rule, "");
  EXPECT_TRUE(Says(rule)) << error_.sentence;
  EXPECT_EQ(sbx_host_fence_open(fence, "none", SBX_HOST_OPEN_READ, 0, &fd, nullptr, 0, &error_),
            SBX_E_OS);
  EXPECT_EQ(error_.os_error, ENOENT);
  EXPECT_EQ(sbx_host_fence_open(fence, "none", 1u << 20, 0, &fd, nullptr, 0, &error_),
            SBX_E_INVALID);
  EXPECT_EQ(sbx_host_fence_mkdir(fence, "folder", 0700, nullptr, 0, &error_), SBX_OK);
  EXPECT_EQ(sbx_host_fence_rename(fence, "made", "folder/moved", SBX_HOST_RENAME_KEEP, rule,
                                  sizeof rule, &error_),
            SBX_OK);
  EXPECT_EQ(sbx_host_fence_rename(fence, "folder/moved", "x", 9, rule, sizeof rule, &error_),
            SBX_E_INVALID);
  EXPECT_EQ(sbx_host_fence_remove(fence, "folder/moved", 0, rule, sizeof rule, &error_), SBX_OK);
  EXPECT_EQ(sbx_host_fence_remove(fence, "../ws", 1, rule, sizeof rule, &error_), SBX_E_REFUSED);
  EXPECT_EQ(sbx_host_fence_mkdir(nullptr, "a", 0700, nullptr, 0, nullptr), SBX_E_INVALID);
  sbx_host_fence_cancel(fence);
  sbx_host_fence_free(fence);
  sbx_host_fence_free(nullptr);
}

TEST_F(CInterface, RefusesWhatItDoesNotKnow) {
  sbx_host_policy* policy = nullptr;
  sbx_host_policy_options wanted = WantedInC();
  wanted.mode = 9;
  EXPECT_EQ(sbx_host_policy_resolve(engine_c_, &wanted, &policy, &error_), SBX_E_INVALID);
  EXPECT_TRUE(Says("mode")) << error_.sentence;
  wanted = WantedInC();
  const sbx_host_rule rule = {SBX_ACCESS_NONE, SBX_HOST_DENY, "x", nullptr};
  wanted.rules = &rule;
  wanted.rule_count = 1;
  EXPECT_EQ(sbx_host_policy_resolve(engine_c_, &wanted, &policy, &error_), SBX_E_INVALID);
  EXPECT_EQ(policy, nullptr);
  sbx_host_launch launch = Exit("true");
  launch.out = 7;
  sbx_host_run* run = nullptr;
  EXPECT_EQ(sbx_host_run_start(engine_c_, policy_c_, &launch, nullptr, &run, &error_),
            SBX_E_INVALID);
  EXPECT_TRUE(Says("out '7'")) << error_.sentence;
  wanted = WantedInC();
  wanted.size = 7;
  EXPECT_EQ(sbx_host_policy_resolve(engine_c_, &wanted, &policy, &error_), SBX_E_INVALID);
  wanted.size = offsetof(sbx_host_policy_options, read_default);  // of the first draft
  EXPECT_EQ(sbx_host_policy_resolve(engine_c_, &wanted, &policy, &error_), SBX_OK)
      << error_.sentence;
  sbx_host_policy_free(policy);
  EXPECT_EQ(sbx_host_run_start(nullptr, policy_c_, &launch, nullptr, &run, nullptr), SBX_E_INVALID);
  sbx_host_launch empty{};
  EXPECT_EQ(sbx_host_run_start(engine_c_, policy_c_, &empty, nullptr, &run, &error_),
            SBX_E_INVALID);
  EXPECT_TRUE(Says("INIT")) << error_.sentence;
}

TEST_F(CInterface, ChecksAndTellsTheStatus) {
  int32_t allowed = -1;
  char rule[4] = "";
  EXPECT_EQ(sbx_host_check(policy_c_, SBX_ACCESS_WRITE, "/etc/passwd", &allowed, rule, sizeof rule,
                           &error_),
            SBX_OK);
  EXPECT_EQ(allowed, 0);
  EXPECT_EQ(std::strlen(rule), 3u);  // cut
  int full = 0;
  char used[32] = "";
  EXPECT_EQ(sbx_host_status(
                engine_c_, policy_c_, nullptr, used, sizeof used,
                [](void* ctx, const sbx_host_enforcement* entry) {
                  *static_cast<int*>(ctx) += entry->level == SBX_HOST_LEVEL_FULL ? 1 : 0;
                },
                &full, &error_),
            SBX_OK);
  EXPECT_GT(full, 3);
  EXPECT_NE(std::string(used), "");
}

}  // namespace
}  // namespace sbx::host
