// SPDX-License-Identifier: MIT
//
// Compose: (policy, plan, launch) becomes the Programs that make it true. One
// for a STEPS plan; for a WRAP plan one outside, which becomes the wrapper, and
// one inside, which travels through the wrapper in a memory file.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_COMPOSE_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_COMPOSE_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "core/platform/linux/launch/program.h"
#include "core/platform/run.hpp"
#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::launch {

// What a launch is made from; everything is borrowed.
struct Ingredients {
  const ResolvedPolicy* policy = nullptr;  // may be null together with the plan
  const sbx_plan* plan = nullptr;          // null: nothing is confined
  const Launch* launch = nullptr;
  const WeakenForTests* weaken = nullptr;
  int stdio[3] = {-1, -1, -1};  // the target's ends
  int control_fd = -1;          // the reaper's end
  int status_fd = -1;           // WRAP: the inner helper's end
  int wrapper_error_fd = -1;    // WRAP: where the wrapper's own messages go
  int helper_fd = -1;           // WRAP: the static helper
  bool say_hello = true;        // the spawner does not learn the reaper's pid
};

// The steps that a Trouble's index refers to, for messages.
using StepKinds = std::vector<std::uint32_t>;

struct Prepared {
  std::string program;            // for the reaper
  std::vector<std::int32_t> fds;  // its descriptors, as numbers of this process; the first is
                                  // the control socket
  StepKinds steps;
  StepKinds inner_steps;        // WRAP
  bool listens = false;         // a listener will be asked for
  std::vector<UniqueFd> owned;  // made for the program, may be closed once it is cloned
};

[[nodiscard]] Result<Prepared> Compose(const Ingredients& from);

// True when a plan's listener is refused the run must not go on.
[[nodiscard]] bool ListenerRequired(const ResolvedPolicy& policy, std::uint32_t listen);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_COMPOSE_HPP_
