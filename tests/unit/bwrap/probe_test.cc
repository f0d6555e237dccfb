// SPDX-License-Identifier: MIT
#include "plugins/bwrap/probe.hpp"

#include <unistd.h>

#include <chrono>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "plugins/bwrap/runner.hpp"
#include "tests/unit/bwrap/sandbox.hpp"

namespace sbx::bwrap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Probe, ThisHostCanDoAllThatIsClaimed) {
  BwrapRunner runner;
  const auto result = runner.Probe(5000);
  ASSERT_TRUE(result) << result.error().Sentence();
  const sbx_restrictions needed = SBX_FS_READ | SBX_FS_WRITE | SBX_FS_TMP | SBX_NET_CONNECT |
                                  SBX_NET_BIND | SBX_IPC_SYSV | SBX_PROC_SIGNAL | SBX_PROC_TRACE |
                                  SBX_PROC_LIST | SBX_KERNEL | SBX_PRIVILEGE;
  EXPECT_EQ(result->can & needed, needed);
}

TEST(Y112, ProbeHasALimitOfTime) {
  Program slow;
  slow.words = {"/bin/sh", "-c", "sleep 20"};
  slow.custom = true;
  const auto start = std::chrono::steady_clock::now();
  const auto result = ProbeProgram(slow, {}, 300);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().Sentence(), HasSubstr("300 ms"));
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(5));
}

TEST(Probe, ProgramThatClosesItsOutputIsStillEnded) {
  const auto run = RunProgram({"/bin/sh", "-c", "exec >&- 2>&-; exec sleep 20"}, 300);
  ASSERT_TRUE(run);
  EXPECT_TRUE(run->timed_out);
}

TEST(Probe, ProgramThatIsNoBwrapIsRefused) {
  Program other;
  other.words = {"/bin/true"};
  const auto result = ProbeProgram(other, {}, 5000);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().Sentence(), HasSubstr("it lacks --"));
}

TEST(Probe, CustomRunnerThatFailsIsToldByItsSignature) {
  Program other;
  other.words = {"/bin/sh", "-c", "echo 'myrun: no slot' >&2; exit 9"};
  other.custom = true;
  const std::vector<std::string> signatures = {"myrun:"};
  const auto result = ProbeProgram(other, signatures, 5000);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().Sentence(), HasSubstr("myrun: no slot"));
}

TEST(Probe, OptionsAreFoundInTheHelpTextAsWholeWords) {
  const std::string help = "    --bind-fd FD DEST   Bind\n    --unshare-user-try   x\n    --proc\n";
  EXPECT_THAT(MissingOptions(help, {"--bind", "--bind-fd", "--unshare-user", "--proc", "x", "--"}),
              ElementsAre("--bind", "--unshare-user"));
}

TEST(Probe, WeakHostIsDiagnosedInOneSentence) {
  // Without any user namespace left, as after sysctl user.max_user_namespaces=0.
  const Ended ended = RunAs(geteuid(), {"/usr/bin/unshare", "-r", "--", "/bin/sh", "-c",
                                        "echo 0 >/proc/sys/user/max_user_namespaces; exec "
                                        "/usr/bin/bwrap --unshare-user --ro-bind / / true"});
  ASSERT_NE(ended.status, 0);
  sbx_failure failure{};
  failure.size = sizeof failure;
  failure.wait_status = ended.status << 8;
  failure.wrapper_text = Borrow(ended.err);
  BwrapRunner runner;
  const Error error = runner.Classify(failure);
  EXPECT_EQ(error.status, SBX_E_UNSUPPORTED);
  EXPECT_THAT(error.hint, HasSubstr("--runner=landlock"));
  EXPECT_THAT(error.Sentence(), HasSubstr("namespace"));
}

TEST(Y110, CustomRunnerIsWhatTheWrapStartsWith) {
  BwrapRunner runner;
  const std::vector<sbx_setting> settings = {{Borrow("command"), Borrow("/usr/bin/env")},
                                             {Borrow("command"), Borrow("/usr/bin/bwrap")},
                                             {Borrow("failure-signature"), Borrow("bwrap: ")}};
  ASSERT_TRUE(runner.Configure(settings));
  PolicyBuilder policy;
  const auto profile = runner.Compile(policy.Uid(geteuid()).Open().view());
  ASSERT_TRUE(profile) << profile.error().Sentence();
  sbx_launch launch{};
  launch.size = sizeof launch;
  const auto plan = runner.Bind(**profile, launch);
  ASSERT_TRUE(plan);
  const sbx_plan& view = (*plan)->view();
  ASSERT_EQ(view.wrap_count, 4u);
  EXPECT_EQ(View(view.wrap[0]), "/usr/bin/env");
  EXPECT_EQ(View(view.wrap[1]), "/usr/bin/bwrap");
  EXPECT_EQ(View(view.wrap[2]), "--args");
  EXPECT_EQ(View(view.wrap[3]), "10");
  EXPECT_THAT(std::string(View(view.enforcement[0].mechanism)), HasSubstr("as declared"));
}

}  // namespace
}  // namespace sbx::bwrap
