// SPDX-License-Identifier: MIT
//
// RunFacts: what the handlers of one listener share, and how they report. Made
// once, then used by the dispatching thread alone.
#ifndef SBX_CORE_PLATFORM_LINUX_LISTENER_RUN_FACTS_HPP_
#define SBX_CORE_PLATFORM_LINUX_LISTENER_RUN_FACTS_HPP_

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/platform/linux/listener/listener.hpp"
#include "core/platform/linux/listener/notification.hpp"
#include "core/platform/linux/listener/target.hpp"

namespace sbx::listener {

// A socket that the policy names: the object that was there at the start, kept
// open so that its number is not given away, and its entry, so that a server
// that restarts is found again.
struct NamedSocket {
  UniqueFd object;     // none when nothing was there
  UniqueFd directory;  // none when the target can change it
  std::string name;    // in `directory`
};

struct RunFacts {
  std::shared_ptr<const ResolvedPolicy> policy;
  int reaper_pid = 0;
  std::int64_t started = 0;  // lowered by the resolution of file times
  std::uint32_t uid = 0;     // of the dispatching thread, and so of the target
  Root root;
  std::vector<UniqueFd> own_directories;  // writable ones of this run alone
  std::vector<NamedSocket> sockets;
  std::function<void(const Refusal&)> refused;
};

// How a call was dealt with.
struct Verdict {
  int os_error = 0;    // of the answer; 0: done on the target's behalf
  bool later = false;  // a worker answers
};

// Refuses: reports it and gives the verdict.
[[nodiscard]] inline Verdict Refuse(const RunFacts& facts, const Target& target,
                                    std::string operation, std::string path, int os_error,
                                    std::string rule) {
  if (facts.refused) {
    facts.refused(Refusal{std::move(operation), std::move(path), target.ProcessId(), os_error,
                          std::move(rule)});
  }
  return Verdict{os_error};
}

}  // namespace sbx::listener

#endif  // SBX_CORE_PLATFORM_LINUX_LISTENER_RUN_FACTS_HPP_
