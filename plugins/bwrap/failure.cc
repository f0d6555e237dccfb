// SPDX-License-Identifier: MIT
#include "plugins/bwrap/failure.hpp"

#include <sys/wait.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace sbx::bwrap {
namespace {

struct Row {
  const char* first;   // both must be in one line
  const char* second;  // may be empty
  sbx_status status;
  const char* operation;
  const char* hint;
};

constexpr char kNoUserNamespace[] =
    "allow them (sysctl kernel.unprivileged_userns_clone=1, user.max_user_namespaces above 0), "
    "or use --runner=landlock";
constexpr char kAppArmor[] =
    "give bwrap an AppArmor profile with the rule 'userns,' (Ubuntu ships one as "
    "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict), or use --runner=landlock";
constexpr char kContainer[] =
    "start the container with a seccomp profile that allows user namespaces, or use "
    "--runner=landlock";

// The first row that fits counts.
constexpr Row kRows[] = {
    {"Unknown option", "", SBX_E_UNSUPPORTED,
     "start bwrap, because it lacks an option that is needed",
     "install bubblewrap 0.10 or newer, or Debian's 0.8, or use --runner=landlock"},
    {"Race condition binding", "", SBX_E_OS,
     "mount a path of the policy, because it was replaced while the command was being started",
     "run it again"},
    {"loopback:", "", SBX_E_UNSUPPORTED,
     "set up a network namespace, because a user namespace has no rights here, as under "
     "AppArmor's restriction",
     kAppArmor},
    {"setting up uid map", "Operation not permitted", SBX_E_UNSUPPORTED,
     "map the user into a user namespace, because a capability or a container's rule is in the way",
     "run sbx with CAP_SETFCAP or as an ordinary user, or use --runner=landlock"},
    {"setting up", "map", SBX_E_UNSUPPORTED,
     "map the user into a user namespace, because user namespaces are restricted here", kAppArmor},
    {"error writing to setgroups", "", SBX_E_UNSUPPORTED,
     "set up a user namespace, because user namespaces are restricted here", kAppArmor},
    {"kernel does not support user namespaces", "", SBX_E_UNSUPPORTED,
     "make a user namespace, because the kernel has none", "use --runner=landlock"},
    {"No permissions to creat", "", SBX_E_UNSUPPORTED,
     "make a user namespace, because unprivileged ones are switched off or a container forbids "
     "them",
     kNoUserNamespace},
    {"nesting depth", "", SBX_E_UNSUPPORTED,
     "make a namespace, because the limit of namespaces or of their nesting is reached",
     "raise user.max_*_namespaces, do not nest sandboxes, or use --runner=landlock"},
    {"Creating new namespace failed", "Operation not permitted", SBX_E_UNSUPPORTED,
     "make a namespace, because a container or a seccomp filter forbids it", kContainer},
    {"Creating new namespace failed", "Function not implemented", SBX_E_UNSUPPORTED,
     "make a namespace, because a container or a seccomp filter forbids it", kContainer},
    {"Creating new namespace failed", "No space left", SBX_E_UNSUPPORTED,
     "make a namespace, because the limit of namespaces or of their nesting is reached",
     "raise user.max_*_namespaces, do not nest sandboxes, or use --runner=landlock"},
    {"unshare user ns", "", SBX_E_UNSUPPORTED,
     "make the inner user namespace, because namespaces are limited or forbidden here",
     kNoUserNamespace},
    {"Can't mount proc", "", SBX_E_UNSUPPORTED,
     "mount a /proc of its own, because parts of /proc are masked, as in a container",
     "start the container with --security-opt systempaths=unconfined, or use --runner=landlock"},
    {"max_user_namespaces", "", SBX_E_UNSUPPORTED,
     "disable nested user namespaces, because /proc/sys is read-only, as in a container",
     "start the container with --security-opt systempaths=unconfined, or use --runner=landlock"},
    {"user namespaces was not disabled", "", SBX_E_UNSUPPORTED, "disable nested user namespaces",
     "use --runner=landlock"},
    {"Failed to make / slave", "", SBX_E_UNSUPPORTED,
     "change mounts, because a container or a Landlock domain forbids it", "use --runner=landlock"},
    {"pivot_root", "", SBX_E_UNSUPPORTED,
     "change the root directory, because a container or an initial ramdisk forbids it",
     "use --runner=landlock"},
    {"Unexpected capabilities but not setuid", "", SBX_E_UNSUPPORTED,
     "start bwrap, because it was started with capabilities",
     "run sbx without ambient or file capabilities"},
    {"Unable to apply mount flags", "", SBX_E_UNSUPPORTED,
     "make a mount below a read-only path read-only as well",
     "unmount it, deny it to be read, or use --runner=landlock"},
    {"Can't bind mount", "", SBX_E_UNSUPPORTED, "mount a path of the policy",
     "see whether it still exists and may be reached, or use --runner=landlock"},
    {"Can't find source path", "", SBX_E_OS, "find a path of the policy",
     "see whether it still exists and may be reached"},
    {"Can't get type of source", "", SBX_E_OS, "find a path of the policy",
     "see whether it still exists and may be reached"},
    {"Can't mkdir", "", SBX_E_OS, "mount a path of the policy, because it is no longer there",
     "run it again"},
    {"Can't create file", "", SBX_E_OS, "mount a path of the policy, because it is no longer there",
     "run it again"},
    {"execvp", "", SBX_E_OS, "execute the helper inside bwrap",
     "see whether the helper of sbx is installed and may be executed"},
};

std::vector<std::string_view> Lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.find_first_not_of(" \t\r") != std::string_view::npos)
      lines.push_back(line);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return lines;
}

std::string Shown(std::string_view line) {
  constexpr std::size_t kMost = 300;
  return std::string(line.substr(0, kMost));
}

std::string Ending(int wait_status) {
  if (WIFSIGNALED(wait_status))
    return "was ended by signal " + std::to_string(WTERMSIG(wait_status));
  return "ended with status " + std::to_string(WEXITSTATUS(wait_status));
}

Error Make(sbx_status status, std::string operation, std::string_view line, std::string hint) {
  if (!line.empty())
    operation += "; it said";
  return {status, 0, std::move(operation), Shown(line), std::move(hint)};
}

Error DiagnoseCustom(int wait_status, const std::vector<std::string_view>& lines,
                     std::span<const std::string> signatures) {
  for (const std::string_view line : lines) {
    for (const std::string& signature : signatures) {
      if (line.find(signature) != std::string_view::npos) {
        return Make(SBX_E_UNSUPPORTED, "start the command, because the custom runner failed", line,
                    "mend the custom runner, or choose another with --runner");
      }
    }
  }
  return Make(SBX_E_OS,
              "start the command, because the custom runner " + Ending(wait_status) +
                  " before it executed the helper",
              lines.empty() ? std::string_view() : lines.back(),
              "see whether it takes the options of bwrap");
}

}  // namespace

Error Diagnose(int wait_status, std::string_view text, std::span<const std::string> signatures) {
  const std::vector<std::string_view> lines = Lines(text);
  if (!signatures.empty())
    return DiagnoseCustom(wait_status, lines, signatures);
  for (const Row& row : kRows) {
    for (const std::string_view line : lines) {
      if (line.find(row.first) != std::string_view::npos &&
          line.find(row.second) != std::string_view::npos) {
        return Make(row.status, row.operation, line, row.hint);
      }
    }
  }
  if (lines.empty() && WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == 127) {
    return {SBX_E_UNSUPPORTED, 0, "start bwrap", "",
            "install bubblewrap (apt install bubblewrap), or use --runner=landlock"};
  }
  return Make(
      SBX_E_UNSUPPORTED,
      "start the command, because bwrap " + Ending(wait_status) + " before it executed the helper",
      lines.empty() ? std::string_view() : lines.back(),
      "sbx doctor tests what this host allows; --runner=landlock needs no namespaces");
}

}  // namespace sbx::bwrap
