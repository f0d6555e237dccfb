// SPDX-License-Identifier: MIT
#include "core/plugin/plan_check.hpp"

#include <cstring>
#include <string_view>

namespace sbx {
namespace {

// Bounds that no honest plan comes near; they keep a confused one from costing
// memory or from overflowing a count.
constexpr std::size_t kMostEntries = 65536;
constexpr std::size_t kMostFds = 1000;
constexpr std::size_t kLongestWord = 131072;  // what execve takes (MAX_ARG_STRLEN)
constexpr std::size_t kLongestName = 255;
constexpr std::size_t kFilterInstruction = 8;  // sizeof(struct sock_filter)
constexpr std::size_t kMostInstructions = 4096;
constexpr std::uint64_t kFilterNewListener = 8;  // SECCOMP_FILTER_FLAG_NEW_LISTENER
constexpr std::size_t kMostGroups = 65536;
constexpr std::uint64_t kMostResources = 16;  // RLIM_NLIMITS
constexpr std::uint64_t kLastSignal = 64;
constexpr std::uint64_t kLargestFd = 1 << 20;
constexpr std::uint64_t kLargestId = 0xfffffffe;

// Either nothing, or what is wrong.
using Fault = std::string;

bool HasNul(std::string_view text) {
  return text.find('\0') != std::string_view::npos;
}

Fault CheckWord(sbx_str word) {
  if (word.data == nullptr && word.size != 0)
    return "has no bytes behind its size";
  if (word.size >= kLongestWord)
    return "is too long";
  if (HasNul(View(word)))
    return "contains a zero byte";
  return {};
}

Fault CheckPath(const sbx_step& step) {
  const std::string_view path(static_cast<const char*>(step.data), step.data_size);
  if (path.front() != '/')
    return "names a directory that is not absolute";
  if (path.find('\0') != path.size() - 1)
    return "has a path that does not end with its only zero";
  return {};
}

Fault CheckFilter(const sbx_step& step) {
  if (step.data_size == 0 || step.data_size % kFilterInstruction != 0 ||
      step.data_size > kMostInstructions * kFilterInstruction) {
    return "has " + std::to_string(step.data_size) + " bytes, which is no seccomp program";
  }
  if ((step.arg[0] & kFilterNewListener) != 0)
    return "asks for a listener, which only the host has";
  return {};
}

Fault CheckIdentity(const sbx_step& step) {
  if (step.data_size % sizeof(std::uint32_t) != 0)
    return "has groups of a broken size";
  if (step.data_size / sizeof(std::uint32_t) > kMostGroups)
    return "has too many groups";
  if (step.arg[0] > kLargestId || step.arg[1] > kLargestId)
    return "has an id that is none";
  return {};
}

bool MayFail(std::uint32_t kind) {
  return kind == SBX_STEP_KEYRING || kind == SBX_STEP_OOM_SCORE || kind == SBX_STEP_SESSION ||
         kind == SBX_STEP_UMASK;
}

Fault CheckStepKind(const sbx_step& step) {
  const bool has_fd = step.fd >= 0;
  const bool has_data = step.data_size != 0;
  switch (step.kind) {
    case SBX_STEP_NO_NEW_PRIVS:
    case SBX_STEP_DROP_CAPS:
    case SBX_STEP_SESSION:
    case SBX_STEP_KEYRING:
    case SBX_STEP_OOM_SCORE:
      return has_data ? "has data that it cannot use" : "";
    case SBX_STEP_LANDLOCK:
      if (!has_fd)
        return "has no ruleset";
      return has_data ? "has data that it cannot use" : "";
    case SBX_STEP_LANDLOCK_ALLOW:
      if (!has_fd)
        return "has no ruleset";
      return CheckPath(step);
    case SBX_STEP_SECCOMP:
      return CheckFilter(step);
    case SBX_STEP_LISTENER:
      return "asks for a listener, which only the host has";
    case SBX_STEP_RLIMIT:
      if (step.arg[0] >= kMostResources)
        return "limits an unknown resource";
      return step.arg[1] > step.arg[2] ? "has a soft limit above its hard limit" : "";
    case SBX_STEP_CHDIR:
      if (has_fd == has_data)
        return "needs either a descriptor or a path";
      return has_data ? CheckPath(step) : "";
    case SBX_STEP_IDENTITY:
      return CheckIdentity(step);
    case SBX_STEP_DEATH_SIGNAL:
      return step.arg[0] == 0 || step.arg[0] > kLastSignal ? "has a signal that is none" : "";
    case SBX_STEP_DUP:
      if (!has_fd)
        return "has no descriptor";
      return step.arg[0] > kLargestFd ? "has a descriptor number that is none" : "";
    case SBX_STEP_CLOSE_FROM:
      return step.arg[0] > kLargestFd ? "has a descriptor number that is none" : "";
    case SBX_STEP_DUMPABLE:
      return step.arg[0] > 1 ? "is neither 0 nor 1" : "";
    case SBX_STEP_UMASK:
      return step.arg[0] > 0777 ? "has a mask that is none" : "";
    default:  // a number from outside, not an enumeration of ours
      return "has the unknown kind " + std::to_string(step.kind);
  }
}

Fault CheckStep(const sbx_step& step, std::size_t fd_count) {
  if ((step.flags & ~SBX_STEP_MAY_FAIL) != 0)
    return "has an unknown flag";
  if (step.fd < -1 || (step.fd >= 0 && static_cast<std::size_t>(step.fd) >= fd_count)) {
    return "uses descriptor " + std::to_string(step.fd) + " of " + std::to_string(fd_count);
  }
  if (step.data == nullptr && step.data_size != 0)
    return "has no bytes behind its size";
  Fault fault = CheckStepKind(step);
  if (fault.empty() && step.flags != 0 && !MayFail(step.kind)) {
    fault = "confines the target and may therefore not fail";
  }
  return fault;
}

Fault CheckHold(const sbx_hold& hold, std::size_t fd_count) {
  if (hold.kind != SBX_HOLD_NAME && hold.kind != SBX_HOLD_TEMP) {
    return "has the unknown kind " + std::to_string(hold.kind);
  }
  if (hold.fd < 0 || static_cast<std::size_t>(hold.fd) >= fd_count) {
    return "uses descriptor " + std::to_string(hold.fd) + " of " + std::to_string(fd_count);
  }
  if (hold.fd2 < -1 || (hold.fd2 >= 0 && static_cast<std::size_t>(hold.fd2) >= fd_count)) {
    return "uses descriptor " + std::to_string(hold.fd2) + " of " + std::to_string(fd_count);
  }
  if (Fault fault = CheckWord(hold.name); !fault.empty())
    return "has a name that " + fault;
  const std::string_view name = View(hold.name);
  if (name.empty() || name == "." || name == ".." || name.size() > kLongestName ||
      name.find('/') != std::string_view::npos) {
    return "has a name that is not one component";
  }
  return {};
}

Fault CheckEnv(sbx_str entry) {
  if (Fault fault = CheckWord(entry); !fault.empty())
    return fault;
  const std::size_t equals = View(entry).find('=');
  if (equals == std::string_view::npos || equals == 0)
    return "is not NAME=VALUE";
  return {};
}

Fault CheckCount(const void* entries, std::size_t count, std::string_view what,
                 std::size_t most = kMostEntries) {
  if (count > most)
    return "has too many " + std::string(what);
  if (count != 0 && entries == nullptr)
    return "counts " + std::string(what) + " that are not there";
  return {};
}

Fault CheckCounts(const sbx_plan& plan) {
  for (Fault fault : {CheckCount(plan.steps, plan.step_count, "steps"),
                      CheckCount(plan.holds, plan.hold_count, "holds"),
                      CheckCount(plan.fds, plan.fd_count, "descriptors", kMostFds),
                      CheckCount(plan.wrap, plan.wrap_count, "words"),
                      CheckCount(plan.env, plan.env_count, "environment entries"),
                      CheckCount(plan.enforcement, plan.enforcement_count, "enforcements"),
                      CheckCount(plan.explain, plan.explain_count, "explanations")}) {
    if (!fault.empty())
      return fault;
  }
  return {};
}

Fault CheckKind(const sbx_plan& plan) {
  if (plan.kind == SBX_PLAN_STEPS) {
    return plan.wrap_count == 0 ? "" : "has a wrapper although its kind is STEPS";
  }
  if (plan.kind != SBX_PLAN_WRAP)
    return "has the unknown kind " + std::to_string(plan.kind);
  if (plan.wrap_count == 0)
    return "has no wrapper although its kind is WRAP";
  if (!View(plan.wrap[0]).starts_with('/'))
    return "names a wrapper that is not an absolute path";
  return {};
}

template <typename Entry, typename Check>
Fault CheckEach(const Entry* entries, std::size_t count, const char* what, Check check) {
  for (std::size_t i = 0; i < count; ++i) {
    Fault fault = check(entries[i]);
    if (!fault.empty())
      return std::string("its ") + what + ' ' + std::to_string(i) + ' ' + fault;
  }
  return {};
}

Fault FindFault(const sbx_plan& plan) {
  if (plan.size < sizeof(sbx_plan)) {
    return "it has " + std::to_string(plan.size) + " bytes instead of " +
           std::to_string(sizeof(sbx_plan));
  }
  if (Fault fault = CheckCounts(plan); !fault.empty())
    return "it " + fault;
  for (Fault fault :
       {CheckEach(plan.fds, plan.fd_count, "descriptor",
                  [](std::int32_t fd) -> Fault { return fd < 0 ? "is not open" : ""; }),
        CheckEach(plan.wrap, plan.wrap_count, "word", CheckWord),
        CheckEach(plan.env, plan.env_count, "environment entry", CheckEnv),
        CheckEach(plan.explain, plan.explain_count, "explanation",
                  [](sbx_str line) -> Fault {
                    return line.data == nullptr && line.size != 0 ? "has no bytes" : "";
                  }),
        CheckEach(plan.steps, plan.step_count, "step",
                  [&](const sbx_step& step) { return CheckStep(step, plan.fd_count); }),
        CheckEach(plan.holds, plan.hold_count, "hold",
                  [&](const sbx_hold& hold) { return CheckHold(hold, plan.fd_count); })}) {
    if (!fault.empty())
      return fault;
  }
  if (Fault fault = CheckKind(plan); !fault.empty())
    return "it " + fault;
  if ((plan.listen & ~(SBX_LISTEN_UNIX | SBX_LISTEN_METADATA | SBX_LISTEN_SCHEDULE)) != 0) {
    return "it asks for an unknown feature of the listener";
  }
  return {};
}

}  // namespace

Result<void> CheckPlanShape(const sbx_plan& plan, const std::string& runner) {
  const Fault fault = FindFault(plan);
  if (fault.empty())
    return {};
  return Fail(SBX_E_INTERNAL, "use the plan of runner", runner,
              fault + ", which is a fault in the plugin");
}

}  // namespace sbx
