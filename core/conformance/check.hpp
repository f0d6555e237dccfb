// SPDX-License-Identifier: MIT
//
// One check of the conformance suite: a duty of the contract, tried in a child that
// the plugin may crash or hang, and what was seen. With the checks that libraries of
// every interface get.
#ifndef SBX_CORE_CONFORMANCE_CHECK_HPP_
#define SBX_CORE_CONFORMANCE_CHECK_HPP_

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/conformance/subject.hpp"
#include "core/plugin/registry.hpp"

namespace sbx {

// What came of a duty. Only what was seen is kept: a plugin that gave no answer which the
// duty speaks of has neither kept nor broken it.
enum class Observed : std::uint8_t { kKept, kBroken, kUnclear };
[[nodiscard]] std::string_view WordOf(Observed observed);  // "kept", "BROKEN", "unclear"

struct Seen {
  Observed observed = Observed::kUnclear;
  std::string detail;    // what was seen; says why when it is not kept
  bool telling = false;  // of what is kept: a person has to see the detail all the same
};
[[nodiscard]] inline Seen Kept(std::string detail = {}) {
  return {Observed::kKept, std::move(detail), false};
}
[[nodiscard]] inline Seen KeptBut(std::string detail) {
  return {Observed::kKept, std::move(detail), true};
}
[[nodiscard]] inline Seen Broken(std::string detail) {
  return {Observed::kBroken, std::move(detail), true};
}
[[nodiscard]] inline Seen Unclear(std::string detail) {
  return {Observed::kUnclear, std::move(detail), true};
}

struct ContractCheck : Seen {
  std::string name;  // "settings"
  std::string duty;  // "an unknown setting is refused"
};

struct Duty {
  std::string name;
  std::string duty;
  std::function<Seen(const LoadedPlugin& plugin)> check;  // called in a child
  // Says nothing unless the duty of this name was kept: a plugin that does not answer an
  // ordinary question has not shown what it does with others. Empty: none.
  std::string needs{};
};

// How long the suite may take, and who looks on while it does.
struct Trial {
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> until;                // the rest is unclear then
  std::function<void(std::string_view name)> begins;     // a check, before it is tried
  std::function<void(const ContractCheck& check)> ends;  // the same with what was seen
  // What is left until `until`, at most `most`; 0: nothing.
  [[nodiscard]] std::chrono::milliseconds Left(std::chrono::milliseconds most) const;
};
// What is said of all that was not reached.
inline constexpr std::string_view kTimeOver = "the time of the whole test was over";

// Each in a child of its own, which opens the plugin, in order. A child that crashes, or
// has not ended after a minute, has broken the duty. The caller has one thread.
[[nodiscard]] std::vector<ContractCheck> TryDuties(const Subject& subject,
                                                   const std::vector<Duty>& duties,
                                                   const Trial& trial);

// The first three duties of a library: its symbols, and the entry and the table of
// `interface_id`, which has `table_size` bytes in this ABI.
[[nodiscard]] std::vector<Duty> LibraryDuties(const char* interface_id, std::size_t table_size);

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_CHECK_HPP_
