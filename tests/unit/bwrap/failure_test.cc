// SPDX-License-Identifier: MIT
//
// What bwrap says when a host is weak, as recorded, and what sbx makes of it.
#include "plugins/bwrap/failure.hpp"

#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sbx::bwrap {
namespace {

using testing::HasSubstr;

constexpr int Exited(int code) {
  return code << 8;
}

struct Case {
  const char* text;
  sbx_status status;
  const char* cause;
  const char* mend;
};

class Classify : public testing::TestWithParam<Case> {};

TEST_P(Classify, OneSentenceWithAMend) {
  const Error error = Diagnose(Exited(1), GetParam().text, {});
  EXPECT_EQ(error.status, GetParam().status);
  EXPECT_THAT(error.operation, HasSubstr(GetParam().cause));
  EXPECT_THAT(error.hint, HasSubstr(GetParam().mend));
  EXPECT_EQ(error.Sentence().find('\n'), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    WeakHosts, Classify,
    testing::Values(
        Case{"bwrap: No permissions to create new namespace, likely because the kernel does not "
             "allow non-privileged user namespaces. See <https://deb.li/bubblewrap> or "
             "<file:///usr/share/doc/bubblewrap/README.Debian.gz>.\n",
             SBX_E_UNSUPPORTED, "unprivileged ones are switched off", "sysctl"},
        Case{"bwrap: No permissions to creating new namespace, likely because …\n",
             SBX_E_UNSUPPORTED, "unprivileged ones are switched off", "--runner=landlock"},
        Case{"bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted\n", SBX_E_UNSUPPORTED,
             "AppArmor", "AppArmor profile"},
        Case{"bwrap: setting up uid map: Permission denied\n", SBX_E_UNSUPPORTED,
             "user namespaces are restricted", "AppArmor profile"},
        Case{"bwrap: setting up uid map: Operation not permitted\n", SBX_E_UNSUPPORTED,
             "map the user", "CAP_SETFCAP"},
        Case{"bwrap: Can't mount proc on /newroot/proc: Operation not permitted\n",
             SBX_E_UNSUPPORTED, "masked", "systempaths=unconfined"},
        Case{"bwrap: Creating new namespace failed: Operation not permitted\n", SBX_E_UNSUPPORTED,
             "container or a seccomp filter", "seccomp profile"},
        Case{"bwrap: Creating new namespace failed: nesting depth or "
             "/proc/sys/user/max_*_namespaces exceeded (ENOSPC)\n",
             SBX_E_UNSUPPORTED, "limit of namespaces", "max_*_namespaces"},
        Case{"bwrap: Creating new namespace failed, likely because the kernel does not support "
             "user namespaces.  bwrap must be installed setuid on such systems.\n",
             SBX_E_UNSUPPORTED, "the kernel has none", "landlock"},
        Case{"bwrap: cannot open /proc/sys/user/max_user_namespaces: Read-only file system\n",
             SBX_E_UNSUPPORTED, "/proc/sys is read-only", "landlock"},
        Case{"bwrap: Failed to make / slave: Operation not permitted\n", SBX_E_UNSUPPORTED,
             "change mounts", "landlock"},
        Case{"bwrap: Unknown option --bind-fd\nusage: …\n", SBX_E_UNSUPPORTED, "lacks an option",
             "install bubblewrap"},
        Case{"bwrap: Race condition binding dirfd: Success\n", SBX_E_OS, "was replaced",
             "run it again"},
        Case{"bwrap: Can't bind mount /oldroot/a on /newroot/a: Unable to apply mount flags: "
             "remount \"/newroot/a/b\": Operation not permitted\n",
             SBX_E_UNSUPPORTED, "read-only as well", "unmount it"},
        Case{"bwrap: Can't find source path /srv/x: No such file or directory\n", SBX_E_OS,
             "find a path", "still exists"},
        Case{"bwrap: execvp /proc/self/fd/9: Permission denied\n", SBX_E_OS, "execute the helper",
             "installed"},
        Case{"bwrap: something that nobody has seen\n", SBX_E_UNSUPPORTED, "ended with status 1",
             "doctor"}));

TEST(Classify, MissingProgram) {
  const Error error = Diagnose(Exited(127), "", {});
  EXPECT_EQ(error.status, SBX_E_UNSUPPORTED);
  EXPECT_THAT(error.hint, HasSubstr("install bubblewrap"));
}

TEST(Classify, KilledBySignal) {
  EXPECT_THAT(Diagnose(9, "", {}).operation, HasSubstr("signal 9"));
}

TEST(Classify, ControlBytesOfTheTextAreShownEscaped) {
  EXPECT_THAT(Diagnose(Exited(1), "bwrap: \x1b[31mred\n", {}).Sentence(), HasSubstr("\\x1b[31m"));
}

TEST(Y111, SignaturesTellTheFailuresOfACustomRunner) {
  const std::vector<std::string> signatures = {"myrun: fatal", "no sandbox"};
  const Error known = Diagnose(Exited(3), "hello\nmyrun: fatal: no slot\n", signatures);
  EXPECT_EQ(known.status, SBX_E_UNSUPPORTED);
  EXPECT_THAT(known.Sentence(), HasSubstr("custom runner failed; it said 'myrun: fatal: no slot'"));
  const Error unknown = Diagnose(Exited(3), "bwrap: loopback: x\n", signatures);
  EXPECT_EQ(unknown.status, SBX_E_OS);
  EXPECT_THAT(unknown.operation, HasSubstr("ended with status 3"));
}

}  // namespace
}  // namespace sbx::bwrap
