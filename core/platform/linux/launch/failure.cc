// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/failure.hpp"

#include <cerrno>

#include "sbx/abi/draft/plan.h"

namespace sbx::launch {
namespace {

std::uint32_t KindOf(const Trouble& trouble, const StepKinds& steps) {
  return trouble.index < steps.size() ? steps[trouble.index] : 0;
}

bool Is(const Trouble& trouble, Stage stage) {
  return trouble.stage == static_cast<std::uint32_t>(stage);
}

std::string Hint(std::uint32_t kind, int error) {
  if (kind == SBX_STEP_LISTENER && error == EBUSY) {
    return "another program already watches the system calls of this process tree, and only one "
           "can";
  }
  if (kind == SBX_STEP_IDENTITY && error == EPERM) {
    return "running as somebody else needs the privilege to do so";
  }
  if (error == ENOSYS)
    return "this kernel does not have it";
  return {};
}

Outcome NotExecuted(int error, const Launch& launch) {
  Outcome outcome;
  outcome.end = Outcome::End::kNotExecuted;
  const std::string& command = launch.argv.front();
  if (error == ENOENT) {
    outcome.code = 127;
    const bool searched = command.find('/') == std::string::npos;
    outcome.error = {SBX_E_OS, searched ? 0 : ENOENT, "run", command,
                     searched ? "it was not found in PATH" : "check its path and its interpreter"};
  } else {
    outcome.code = 126;
    outcome.error = {SBX_E_OS, error, "run", command,
                     error == EACCES ? "it may not be executed here" : ""};
  }
  return outcome;
}

}  // namespace

const char* Purpose(std::uint32_t step_kind) {
  switch (step_kind) {
    case SBX_STEP_NO_NEW_PRIVS:
      return "keep the command from gaining privileges";
    case SBX_STEP_LANDLOCK:
      return "restrict files with Landlock";
    case SBX_STEP_SECCOMP:
      return "filter system calls";
    case SBX_STEP_LISTENER:
      return "install the system call listener";
    case SBX_STEP_RLIMIT:
      return "set a limit";
    case SBX_STEP_DROP_CAPS:
      return "give up capabilities";
    case SBX_STEP_CHDIR:
      return "enter the working directory";
    case SBX_STEP_SESSION:
      return "start a session";
    case SBX_STEP_KEYRING:
      return "give the command a session keyring of its own";
    case SBX_STEP_IDENTITY:
      return "become the user that was asked for";
    case SBX_STEP_DEATH_SIGNAL:
      return "tie the command to its supervisor";
    case SBX_STEP_DUP:
      return "set up a descriptor of the command";
    case SBX_STEP_CLOSE_FROM:
      return "close descriptors";
    case SBX_STEP_DUMPABLE:
      return "protect the process from being read";
    case SBX_STEP_UMASK:
      return "set the file mode mask";
    case SBX_STEP_OOM_SCORE:
      return "set the out-of-memory score";
    default:
      return "do an unknown step";
  }
}

Outcome OutcomeOf(const Trouble& trouble, const StepKinds& steps, const Launch& launch,
                  bool confined) {
  if (Is(trouble, Stage::kExec))
    return NotExecuted(trouble.error, launch);
  Outcome outcome;
  outcome.code = 125;
  outcome.error.status = SBX_E_OS;
  outcome.error.os_error = trouble.error;
  if (Is(trouble, Stage::kStep)) {
    const std::uint32_t kind = KindOf(trouble, steps);
    outcome.error.operation = Purpose(kind);
    if (kind == SBX_STEP_CHDIR)
      outcome.error.subject = launch.cwd;
    outcome.error.hint = Hint(kind, trouble.error);
    outcome.try_next = confined && kind != SBX_STEP_CHDIR && kind != SBX_STEP_IDENTITY;
  } else if (Is(trouble, Stage::kHold)) {
    outcome.error.operation = "make what the run needs on the file system";
    outcome.try_next = confined;
  } else {
    outcome.error.operation = "start a process";
  }
  return outcome;
}

std::string NoticeOf(const Trouble& trouble, const StepKinds& steps) {
  const std::uint32_t kind = KindOf(trouble, steps);
  const Error error{SBX_E_OS, trouble.error, Purpose(kind), {}, Hint(kind, trouble.error)};
  return error.Sentence();
}

}  // namespace sbx::launch
