// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/schedule.hpp"

#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "core/platform/linux/listener/descendants.hpp"
#include "core/platform/linux/listener/proc.hpp"

namespace sbx::listener {
namespace {

constexpr std::size_t kSmallestAttributes = 48;  // SCHED_ATTR_SIZE_VER0
constexpr std::size_t kLargestAttributes = 4096;

// What the call's pointer leads to, read once.
struct Content {
  alignas(8) std::array<char, kLargestAttributes> bytes{};
  std::size_t size = 0;
};

// struct sched_attr begins with its own size; zero stands for the oldest.
int ReadAttributes(const Target& target, std::uint64_t address, Content& content) {
  std::uint32_t size = 0;
  if (const int error = target.Read(address, &size, sizeof size); error != 0)
    return error;
  if (size == 0)
    size = kSmallestAttributes;
  if (size < kSmallestAttributes || size > kLargestAttributes)
    return E2BIG;
  if (const int error = target.Read(address, content.bytes.data(), size); error != 0)
    return error;
  std::memcpy(content.bytes.data(), &size, sizeof size);  // it may say another one by now
  content.size = size;
  return 0;
}

int ReadContent(const Target& target, const seccomp_notif& call, ScheduleKind kind,
                Content& content) {
  const auto* args = call.data.args;
  switch (kind) {
    case ScheduleKind::kPriority:
    case ScheduleKind::kIoPriority:
      return 0;
    case ScheduleKind::kAffinity:
      content.size =
          std::min<std::size_t>(static_cast<std::uint32_t>(args[1]), content.bytes.size());
      return target.Read(args[2], content.bytes.data(), content.size);
    case ScheduleKind::kPolicy:
      content.size = sizeof(int);
      return target.Read(args[2], content.bytes.data(), content.size);
    case ScheduleKind::kParam:
      content.size = sizeof(int);
      return target.Read(args[1], content.bytes.data(), content.size);
    case ScheduleKind::kAttributes:
      return ReadAttributes(target, args[1], content);
  }
  return EPERM;
}

int Apply(const seccomp_notif& call, const ScheduleCall& entry, Content& content) {
  const auto* args = call.data.args;
  const auto tid = static_cast<int>(args[entry.who]);
  long result = -1;
  switch (entry.kind) {
    case ScheduleKind::kPriority:
    case ScheduleKind::kIoPriority:
      result =
          syscall(entry.number, static_cast<int>(entry.one_who), tid, static_cast<int>(args[2]));
      break;
    case ScheduleKind::kAffinity:
      result = syscall(entry.number, tid, content.size, content.bytes.data());
      break;
    case ScheduleKind::kPolicy:
      result = syscall(entry.number, tid, static_cast<int>(args[1]), content.bytes.data());
      break;
    case ScheduleKind::kParam:
      result = syscall(entry.number, tid, content.bytes.data());
      break;
    case ScheduleKind::kAttributes:
      result = syscall(entry.number, tid, content.bytes.data(), static_cast<unsigned>(args[2]));
      break;
  }
  return result < 0 ? errno : 0;
}

// Numbers of threads mean the same to the target and to us.
bool SharesNumbers(const Target& target) {
  struct stat own {
  }, theirs{};
  return stat("/proc/self/ns/pid", &own) == 0 &&
         stat(ProcPath(target.tid(), "ns/pid").c_str(), &theirs) == 0 &&
         own.st_dev == theirs.st_dev && own.st_ino == theirs.st_ino;
}

}  // namespace

Verdict HandleSchedule(const RunFacts& facts, const Notifier& notifier, const seccomp_notif& call,
                       const ScheduleCall& entry) {
  const Target target(static_cast<int>(call.pid), facts.root);
  const auto who = static_cast<int>(call.data.args[entry.who]);
  std::string shown = "thread " + std::to_string(who);
  if (entry.one_who >= 0 && static_cast<int>(call.data.args[0]) != entry.one_who) {
    return Refuse(facts, target, entry.name, "a whole group or user", EPERM,
                  "only threads of the run are scheduled by it");
  }
  Content content;
  const int unreadable = ReadContent(target, call, entry.kind, content);
  const bool shared = SharesNumbers(target);
  const int owner = OwnerOfThread(who);
  // Most programs mean a thread of their own.
  const bool own =
      shared && owner > 0 && (owner == target.ProcessId() || IsDescendant(owner, facts.reaper_pid));
  if (!notifier.Stands(call.id))
    return Verdict{EPERM};
  if (shared && owner == 0)
    return Verdict{ESRCH};
  if (!own) {
    return Refuse(facts, target, entry.name, std::move(shown), EPERM,
                  "only threads of the run are scheduled by it");
  }
  if (unreadable != 0)
    return Verdict{unreadable};
  return Verdict{Apply(call, entry, content)};
}

}  // namespace sbx::listener
