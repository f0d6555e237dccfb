// SPDX-License-Identifier: MIT
//
// The mounts at work: what bwrap alone holds, as root and as an ordinary user.
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/plugin/plan_check.hpp"
#include "plugins/bwrap/vector.hpp"
#include "tests/unit/bwrap/sandbox.hpp"

namespace sbx::bwrap {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Confine : public testing::TestWithParam<Who> {
 protected:
  Confine() : scratch_(GetParam().uid), sandbox_(GetParam().uid) {
    ws_ = scratch_.Dir("ws");
    out_ = scratch_.Dir("out");
  }
  ~Confine() override { BwrapRunner::WeakenForTests({}); }

  std::string Run(PolicyBuilder& policy, const std::string& script) {
    const Ended ended = sandbox_.Shell(policy.Open(), script);
    err_ = ended.err;
    EXPECT_EQ(ended.status, 0) << ended.err << ended.out;
    return ended.out;
  }
  bool Exists(const std::string& path) const {
    struct stat status {};
    return lstat(path.c_str(), &status) == 0;
  }
  static std::string Numbered(std::string name, int number) {
    return name.append(std::to_string(number));
  }
  std::string Q(const std::string& path) const { return ShellQuote(path); }

  Scratch scratch_;
  Sandbox sandbox_;
  std::string ws_, out_, err_;
};
INSTANTIATE_TEST_SUITE_P(As, Confine, testing::ValuesIn(Users()),
                         [](const auto& user) { return std::string(user.param.name); });

TEST_P(Confine, WritesInsideOnly) {
  PolicyBuilder policy;
  policy.Write(ws_);
  Run(policy, "echo in >" + Q(ws_ + "/f"));
  EXPECT_EQ(Scratch::Content(ws_ + "/f"), "in\n");
  const std::string target = scratch_.File("out/t", "old");
  PolicyBuilder again;
  again.Write(ws_);
  Run(again, "cd " + Q(out_) +
                 "; echo x >f; echo x >t; mkdir d; rm t; mv t u; ln t l; ln -s t s; chmod 600 t; "
                 "touch t; chmod 700 .; ln t " +
                 Q(ws_ + "/l") + "; true");
  EXPECT_EQ(Scratch::Content(target), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(out_), {}), 1);
  EXPECT_FALSE(Exists(ws_ + "/l"));
  struct stat status {};
  ASSERT_EQ(stat(target.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0644u);
}

TEST_P(Confine, CAP01_NoCapabilityIsLeftAndNothingIsRemounted) {
  PolicyBuilder policy;
  const std::string out = Run(policy,
                              "grep -E 'Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs' "
                              "/proc/self/status; mount -o remount,rw,bind / && echo "
                              "REMOUNTED; echo x >" +
                                  Q(out_ + "/escaped") + "; true");
  EXPECT_THAT(out, HasSubstr("CapPrm:\t0000000000000000"));
  EXPECT_THAT(out, HasSubstr("CapEff:\t0000000000000000"));
  EXPECT_THAT(out, HasSubstr("CapBnd:\t0000000000000000"));
  EXPECT_THAT(out, HasSubstr("CapAmb:\t0000000000000000"));
  EXPECT_THAT(out, HasSubstr("NoNewPrivs:\t1"));
  EXPECT_THAT(out, Not(HasSubstr("REMOUNTED")));
  EXPECT_FALSE(Exists(out_ + "/escaped"));
}

TEST_P(Confine, NestedUserNamespacesAreDisabled) {
  PolicyBuilder policy;
  EXPECT_THAT(Run(policy, "unshare -U true && echo NESTED; true"), Not(HasSubstr("NESTED")));
  EXPECT_THAT(err_, HasSubstr("No space left"));
}

TEST_P(Confine, ProcIsPrivateAndItsSettingsReadOnly) {
  PolicyBuilder policy;
  const std::string out =
      Run(policy,
          "ls -d /proc/[0-9]* | wc -l; echo 1 >/proc/sys/kernel/ns_last_pid && echo WROTE; "
          "for f in /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches /proc/sysrq-trigger "
          "/proc/irq/default_smp_affinity; do "
          "[ -e $f ] && (exec 3>>$f) && echo OPENED $f; done; echo ok >/proc/self/comm; true");
  EXPECT_LE(std::stoi(out), 6);
  EXPECT_THAT(out, Not(HasSubstr("WROTE")));
  EXPECT_THAT(out, Not(HasSubstr("OPENED")));
}

TEST_P(Confine, HiddenThingsCannotBeOpenedByAnybody) {
  scratch_.Dir("secret");
  scratch_.File("secret/key", "TOPSECRET");
  scratch_.File("ws/.env", "TOPSECRET");
  PolicyBuilder policy;
  policy.Write(ws_).None(scratch_.At("secret")).NoFile(ws_ + "/.env");
  const std::string out =
      Run(policy, "cd " + Q(scratch_.path()) +
                      "; cat secret/key; ls secret; cat ws/.env; cp ws/.env ws/c; ln ws/.env ws/l; "
                      "mv ws/.env ws/m; mv secret ws/; chmod 777 secret ws/.env; ls secret; "
                      "cat ws/.env; echo x >secret/new; echo x >ws/.env; rm -rf secret ws/.env; "
                      "cat ws/c ws/l ws/m ws/secret/key; true");
  EXPECT_THAT(out, Not(HasSubstr("TOPSECRET")));
  EXPECT_THAT(err_, HasSubstr("cannot open directory 'secret': Permission denied"));
  EXPECT_THAT(err_, HasSubstr("ws/.env: Permission denied"));
  EXPECT_EQ(Scratch::Content(ws_ + "/.env"), "TOPSECRET");
  EXPECT_EQ(Scratch::Content(scratch_.At("secret/key")), "TOPSECRET");
  EXPECT_FALSE(Exists(scratch_.At("secret/new")));
  struct stat status {};
  ASSERT_EQ(stat(scratch_.At("secret").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0755u);
}

TEST_P(Confine, HiddenThingsAreReadWithoutTheMechanism) {
  scratch_.Dir("secret");
  scratch_.File("secret/key", "TOPSECRET");
  Weaken weaken;
  weaken.protect = true;
  BwrapRunner::WeakenForTests(weaken);
  PolicyBuilder policy;
  policy.None(scratch_.At("secret"));
  EXPECT_THAT(Run(policy, "cat " + Q(scratch_.At("secret/key"))), HasSubstr("TOPSECRET"));
}

TEST_P(Confine, FS06_GrantInsideADenialInsideAGrant) {
  scratch_.Dir("big/ws/proj");
  scratch_.Dir("big/other");
  scratch_.File("big/other/k", "TOPSECRET");
  scratch_.File("big/ws/r", "readable");
  PolicyBuilder policy;
  policy.None(scratch_.At("big")).Read(scratch_.At("big/ws")).Write(scratch_.At("big/ws/proj"));
  const std::string out =
      Run(policy, "cd " + Q(scratch_.At("big")) +
                      " && cat ws/r && echo ok >ws/proj/f; cat other/k; ls .; echo x >ws/n; "
                      "mkdir d; chmod 777 .; ls; true");
  EXPECT_EQ(out, "readable");
  EXPECT_EQ(Scratch::Content(scratch_.At("big/ws/proj/f")), "ok\n");
  EXPECT_FALSE(Exists(scratch_.At("big/ws/n")));
  EXPECT_FALSE(Exists(scratch_.At("big/d")));
}

const char kRenameAttack[] =
    "mv .git g; mkdir -p .git/hooks; echo owned >.git/hooks/pre-commit; "
    "echo owned >.git/config; mv .git/hooks .git/h; rm -rf .git; echo fine >.git/index; true";

TEST_P(Confine, FS01_RenamingAnAncestorIsBusy) {
  scratch_.Dir("ws/.git/hooks");
  scratch_.File("ws/.git/hooks/pre-commit", "mine");
  scratch_.File("ws/.git/config", "mine");
  PolicyBuilder policy;
  policy.Write(ws_).Read(ws_ + "/.git/hooks").ReadFile(ws_ + "/.git/config");
  Run(policy, "cd " + Q(ws_) + "; " + kRenameAttack);
  EXPECT_THAT(err_, HasSubstr("Device or resource busy"));
  EXPECT_EQ(Scratch::Content(ws_ + "/.git/hooks/pre-commit"), "mine");
  EXPECT_EQ(Scratch::Content(ws_ + "/.git/config"), "mine");
  EXPECT_EQ(Scratch::Content(ws_ + "/.git/index"), "fine\n");
  EXPECT_FALSE(Exists(ws_ + "/g"));
}

TEST_P(Confine, FS01_RenamingAnAncestorWorksWithoutPins) {
  scratch_.Dir("ws/.git/hooks");
  scratch_.File("ws/.git/hooks/pre-commit", "mine");
  scratch_.File("ws/.git/config", "mine");
  Weaken weaken;
  weaken.pins = true;
  BwrapRunner::WeakenForTests(weaken);
  PolicyBuilder policy;
  policy.Write(ws_).Read(ws_ + "/.git/hooks").ReadFile(ws_ + "/.git/config");
  Run(policy, "cd " + Q(ws_) +
                  "; mv .git g; mkdir -p .git/hooks; "
                  "echo owned >.git/hooks/pre-commit; true");
  EXPECT_EQ(Scratch::Content(ws_ + "/.git/hooks/pre-commit"), "owned\n");
}

TEST_P(Confine, AbsentNameCannotBeMadeAndNothingIsLeft) {
  scratch_.Dir("ws/a");
  PolicyBuilder policy;
  policy.Write(ws_).Absent(ws_ + "/.sbx").Absent(ws_ + "/a/k", SBX_ACCESS_NONE);
  Run(policy, "cd " + Q(ws_) +
                  "; echo x >.sbx; mkdir -p .sbx/config; mv .sbx s; rmdir .sbx; "
                  "mkdir n; mv n .sbx; mv a b; ls a/k; echo x >a/k/f; true");
  EXPECT_FALSE(Exists(ws_ + "/.sbx"));
  EXPECT_FALSE(Exists(ws_ + "/s"));
  EXPECT_FALSE(Exists(ws_ + "/b"));
  EXPECT_FALSE(Exists(ws_ + "/a/k"));
  EXPECT_THAT(err_, HasSubstr("busy"));
}

TEST_P(Confine, AbsentNameIsMadeWithoutTheHold) {
  Weaken weaken;
  weaken.hold = true;
  BwrapRunner::WeakenForTests(weaken);
  PolicyBuilder policy;
  policy.Write(ws_).Absent(ws_ + "/.sbx");
  Run(policy, "mkdir " + Q(ws_ + "/.sbx"));
  EXPECT_TRUE(Exists(ws_ + "/.sbx"));
}

TEST_P(Confine, FS16_PrivateTempIsEmptyButForGrants) {
  const std::string canary = "/tmp/" + std::filesystem::path(scratch_.path()).filename().string();
  ASSERT_EQ(mkdir(canary.c_str(), 0755), 0);
  ASSERT_EQ(chown(canary.c_str(), GetParam().uid, static_cast<gid_t>(-1)), 0);
  std::filesystem::create_directory(canary + "/rd");
  std::filesystem::create_directory(canary + "/other");
  PolicyBuilder policy;
  policy.Tmp(SBX_TMP_PRIVATE).Read(canary + "/rd");
  const std::string out = Run(policy, "ls -A /tmp; ls " + canary +
                                          "; echo x >/tmp/new && cat "
                                          "/tmp/new; touch " +
                                          canary + "/rd/x; stat -c %a /tmp");
  const std::string name = std::filesystem::path(canary).filename().string();
  EXPECT_EQ(out, name + "\nrd\nx\n1777\n");
  EXPECT_THAT(err_, HasSubstr("Read-only file system"));
  EXPECT_FALSE(Exists("/tmp/new"));
  EXPECT_TRUE(Exists(canary + "/rd"));
  std::filesystem::remove_all(canary);
}

TEST_P(Confine, IPC_SysvObjectsOutsideAreOutOfReach) {
  const Ended made = RunAs(GetParam().uid, {"/usr/bin/ipcmk", "-M", "4096"});
  ASSERT_EQ(made.status, 0) << made.err;
  const std::string id = made.out.substr(made.out.rfind(' ') + 1);
  PolicyBuilder policy;
  Run(policy, "ipcrm -m " + id.substr(0, id.find('\n')) + "; true");
  EXPECT_THAT(err_, HasSubstr("invalid id"));
  Weaken weaken;
  weaken.ipc_namespace = true;
  BwrapRunner::WeakenForTests(weaken);
  PolicyBuilder open;
  Run(open, "ipcrm -m " + id);
  EXPECT_THAT(err_, IsEmpty());
}

TEST_P(Confine, NetworkNoneHasNoDeviceButLoopback) {
  PolicyBuilder policy;
  policy.Network(SBX_NET_NONE);
  EXPECT_EQ(Run(policy, "sed 1,2d /proc/net/dev | sed 's/:.*//'"), "    lo\n");
}

TEST_P(Confine, DevicesAreFewAndUsable) {
  PolicyBuilder policy;
  const std::string out = Run(policy,
                              "ls /dev | tr '\\n' ' '; echo x >/dev/null; head -c 1 "
                              "/dev/zero | wc -c; echo x >/dev/shm/f && cat /dev/shm/f");
  EXPECT_EQ(out,
            "core fd full null ptmx pts random shm stderr stdin stdout tty urandom zero "
            "1\nx\n");
}

TEST_P(Confine, UNI01_AnyByteInAPath) {
  const std::string odd = "we ird\t\"q'\n$(touch x)*\xff";
  const std::string dir = scratch_.Dir(odd);
  scratch_.Dir(odd + "/p q");
  PolicyBuilder policy;
  policy.Write(dir).Read(dir + "/p q");
  Run(policy, "cd " + Q(dir) + " && echo a >'f 1'; echo x >'p q/x'; mv 'p q' r; true");
  EXPECT_EQ(Scratch::Content(dir + "/f 1"), "a\n");
  EXPECT_FALSE(Exists(dir + "/p q/x"));
  EXPECT_FALSE(Exists(dir + "/x"));
  EXPECT_TRUE(Exists(dir + "/p q"));
}

TEST_P(Confine, ExplainedLineMountsTheSame) {
  scratch_.Dir("ws/ro dir/x");
  scratch_.File("ws/key", "TOPSECRET");
  PolicyBuilder policy;
  policy.Write(ws_).Read(ws_ + "/ro dir/x").NoFile(ws_ + "/key").Open();
  const std::vector<std::string> argv = {"/bin/sh", "-c", "cat /proc/self/mountinfo"};
  const auto plan = sandbox_.Prepare(policy, argv);
  ASSERT_TRUE(plan) << plan.error().Sentence();
  const auto mounts = [](const std::string& text) {
    std::vector<std::string> lines;
    std::string line;
    for (const char c : text) {
      if (c != '\n') {
        line += c;
        continue;
      }
      // Without the first three fields, which are numbers of the run.
      for (int field = 0; field < 3; ++field)
        line.erase(0, line.find(' ') + 1);
      lines.push_back(line.substr(0, line.find(" - ")));
      line.clear();
    }
    return lines;
  };
  const sbx_plan& view = (*plan)->view();
  const std::string line(View(view.explain[view.explain_count - 1]));
  EXPECT_THAT(line, testing::EndsWith("-- /bin/sh -c 'cat /proc/self/mountinfo'"));
  const Ended by_plan = sandbox_.Start(**plan, argv);
  const Ended by_line = RunAs(GetParam().uid, {"/bin/sh", "-c", line});
  EXPECT_EQ(by_line.status, 0) << by_line.err;
  EXPECT_FALSE(by_plan.out.empty()) << by_plan.err;
  const auto cut = [](std::vector<std::string> lines) {
    for (std::string& text : lines) {
      if (const std::size_t at = text.find(" master:"); at != std::string::npos)
        text.resize(at);
    }
    return lines;
  };
  EXPECT_EQ(cut(mounts(by_plan.out)), cut(mounts(by_line.out)));
}

TEST_P(Confine, ManyRulesAreHeldByLandlockInsideOrRefused) {
  PolicyBuilder policy;
  policy.Write(ws_);
  for (int i = 0; i < 100; ++i)
    policy.Write(scratch_.Dir(Numbered("d", i)));
  const auto plan = sandbox_.Prepare(policy.Open());
  ASSERT_TRUE(plan) << plan.error().Sentence();
  const sbx_plan& view = (*plan)->view();
  EXPECT_EQ(view.fd_count, 2u);  // the words and the ruleset
  bool named = false;
  for (std::size_t i = 0; i < view.enforcement_count; ++i) {
    if (view.enforcement[i].restriction == SBX_FS_WRITE)
      named = View(view.enforcement[i].mechanism) == "landlock inside bwrap";
  }
  EXPECT_TRUE(named);
  ASSERT_GE(view.step_count, 1u);
  EXPECT_EQ(view.steps[0].kind, static_cast<std::uint32_t>(SBX_STEP_LANDLOCK));

  PolicyBuilder refused;
  refused.Write(ws_);
  for (int i = 0; i < 100; ++i)
    refused.Read(scratch_.Dir(Numbered("ws/d", i)));
  const auto mounts = sandbox_.Prepare(refused.Open());
  ASSERT_TRUE(mounts) << mounts.error().Sentence();  // Landlock cannot, so all are mounted
  EXPECT_GT((*mounts)->view().fd_count, 100u);
  for (int i = 100; i < 300; ++i)
    refused.Read(scratch_.Dir(Numbered("ws/d", i)));
  const auto none = sandbox_.Prepare(refused.Open());
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().status, SBX_E_REFUSED);
  EXPECT_THAT(none.error().Sentence(), HasSubstr("64 mounts"));
}

// The inner step for once, to see that the two go together.
TEST_P(Confine, LandlockInsideHoldsTheManyRules) {
  const std::string program = scratch_.At("restrict");
  std::filesystem::copy_file(SBX_TEST_RESTRICT, program);
  PolicyBuilder policy;
  for (int i = 0; i < 100; ++i)
    policy.Write(scratch_.Dir(Numbered("d", i)));
  policy.None(scratch_.Dir("secret"));
  scratch_.File("secret/key", "TOPSECRET");
  const auto plan = sandbox_.Prepare(policy.Open());
  ASSERT_TRUE(plan) << plan.error().Sentence();
  const std::string number = std::to_string(SBX_WRAP_FD_BASE + (*plan)->view().steps[0].fd);
  const Ended ended = sandbox_.Start(
      **plan, {program, number, "/bin/sh", "-c",
               "cd " + Q(scratch_.path()) +
                   "; echo in >d7/f; mv d7/f d8/g; echo out >out/f; "
                   "cat secret/key; echo x >/dev/null && echo devices; rm -rf out; mkdir new; "
                   "echo 1 >/proc/sys/kernel/core_pattern; true"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(ended.out, "devices\n");
  EXPECT_EQ(Scratch::Content(scratch_.At("d8/g")), "in\n") << ended.err;
  EXPECT_FALSE(Exists(out_ + "/f"));
  EXPECT_TRUE(Exists(out_));
  EXPECT_FALSE(Exists(scratch_.At("new")));
}

// A ruleset that handles no file right must not stand in the way of a rename
// from one directory to another.
// The same ruleset also judges what is opened for writing.
TEST_P(Confine, ScopesInsideLeaveTheWorkspaceAlone) {
  const std::string program = scratch_.At("restrict");
  std::filesystem::copy_file(SBX_TEST_RESTRICT, program);
  scratch_.Dir("ws/a");
  scratch_.Dir("ws/b");
  PolicyBuilder policy;
  policy.Write(ws_);
  const auto plan = sandbox_.Prepare(policy.Open());
  ASSERT_TRUE(plan) << plan.error().Sentence();
  const sbx_plan& view = (*plan)->view();
  const sbx_step* landlock = std::find_if(view.steps, view.steps + view.step_count, [](auto& step) {
    return step.kind == static_cast<std::uint32_t>(SBX_STEP_LANDLOCK);
  });
  ASSERT_NE(landlock, view.steps + view.step_count);
  const Ended ended = sandbox_.Start(
      **plan, {program, std::to_string(SBX_WRAP_FD_BASE + landlock->fd), "/bin/sh", "-c",
               "cd " + Q(ws_) + " && echo in >a/f && mv a/f b/g && ln b/g a/l && chmod 600 a/l"});
  EXPECT_EQ(ended.status, 0) << ended.err;
  EXPECT_EQ(Scratch::Content(ws_ + "/a/l"), "in\n");
}

// What the host checks before it believes a plan.
TEST_P(Confine, PlanPassesTheHostsChecks) {
  PolicyBuilder policy;
  policy.Write(ws_).Absent(ws_ + "/.sbx").None(out_).Tmp(SBX_TMP_PRIVATE).Network(SBX_NET_NONE);
  const auto plan = sandbox_.Prepare(policy.Open());
  ASSERT_TRUE(plan) << plan.error().Sentence();
  const sbx_plan& view = (*plan)->view();
  Result<void> good = CheckPlanShape(view, "bwrap");
  EXPECT_TRUE(good) << good.error().Sentence();
  good = CheckEnforcement(view, "bwrap", SBX_RESTRICTIONS_ALL, SBX_RESTRICTIONS_ALL);
  EXPECT_TRUE(good) << good.error().Sentence();
  good = CheckRequired(view, "bwrap", SBX_RESTRICTIONS_ALL, SBX_RESTRICTIONS_ALL & ~SBX_FS_PATTERN);
  EXPECT_TRUE(good) << good.error().Sentence();
}

TEST_P(Confine, FS20_MountsBelowAReadOnlyPathAreReadOnly) {
  const std::string plain = scratch_.Dir("out/sub");
  const std::string odd = scratch_.Dir("out/s p\t\\040x");
  const std::string inner = scratch_.Dir("ws/ro/sub");
  const bool root = geteuid() == 0;
  sandbox_.before = [&] {
    const uid_t uid = geteuid();
    const gid_t gid = getegid();
    if (unshare(root ? CLONE_NEWNS : CLONE_NEWNS | CLONE_NEWUSER) != 0)
      _exit(97);
    if (!root) {
      std::ofstream("/proc/self/setgroups") << "deny";
      std::ofstream("/proc/self/uid_map") << uid << ' ' << uid << " 1";
      std::ofstream("/proc/self/gid_map") << gid << ' ' << gid << " 1";
    }
    if (mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0)
      _exit(96);
    for (const std::string& path : {plain, odd, inner}) {
      if (mount("t", path.c_str(), "tmpfs", 0, "mode=777") != 0)
        _exit(95);
    }
  };
  PolicyBuilder policy;
  policy.Write(ws_).Read(ws_ + "/ro");
  const std::string out =
      Run(policy, "for d in " + Q(plain) + " " + Q(odd) + " " + Q(inner) +
                      "; do touch \"$d/x\" && echo WROTE; grep -c tmpfs /proc/mounts; done; true");
  EXPECT_THAT(out, Not(HasSubstr("WROTE")));
  EXPECT_THAT(err_, HasSubstr("Read-only file system"));
}

TEST_P(Confine, ThousandRunsWouldLeaveNothing) {
  PolicyBuilder policy;
  policy.Write(ws_).Absent(ws_ + "/.sbx").NoFile(scratch_.File("ws/k", "k")).Open();
  const auto plan = sandbox_.Prepare(policy);
  ASSERT_TRUE(plan);
  const auto fds = [] {
    return std::distance(std::filesystem::directory_iterator("/proc/self/fd"), {});
  };
  const auto before = fds();
  for (int i = 0; i < 5; ++i) {
    const auto again = sandbox_.Prepare(policy, {"/bin/true"});
    ASSERT_TRUE(again);
    EXPECT_EQ(sandbox_.Start(**again, {"/bin/true"}).status, 0);
  }
  EXPECT_EQ(fds(), before);
  EXPECT_FALSE(Exists(ws_ + "/.sbx"));
}

}  // namespace
}  // namespace sbx::bwrap
