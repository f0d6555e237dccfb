// SPDX-License-Identifier: MIT
//
// One check of the conformance suite: a duty of the contract, tried in a child that
// the plugin may crash or hang, and what was seen. With the checks that libraries of
// every interface get.
#ifndef SBX_CORE_CONFORMANCE_CHECK_HPP_
#define SBX_CORE_CONFORMANCE_CHECK_HPP_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/plugin/registry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

struct ContractCheck {
  std::string name;  // "settings"
  std::string duty;  // "an unknown setting is refused"
  bool held = false;
  std::string detail;  // what was seen; says why when it is not held
};

struct Seen {
  bool held = false;
  std::string detail;
};
[[nodiscard]] inline Seen Held(std::string detail = {}) {
  return {true, std::move(detail)};
}
[[nodiscard]] inline Seen Broken(std::string detail) {
  return {false, std::move(detail)};
}

struct Duty {
  std::string name;
  std::string duty;
  std::function<Seen()> check;
};

// Each in a child of its own, in order. A child that crashes, or has not ended after a
// minute, has not kept the duty. The caller has one thread.
[[nodiscard]] std::vector<ContractCheck> TryDuties(const std::vector<Duty>& duties);

// Whether the plugin makes an instance of `interface_id` that can be configured with
// nothing: what every host does first. Tried in a child.
[[nodiscard]] Result<void> TryInstance(const LoadedPlugin& plugin, std::string_view interface_id);

// The entry is the only symbol that the library exports.
[[nodiscard]] Seen CheckExports(const LoadedPlugin& plugin);

// The entry and the table of `interface_id`, which has `table_size` bytes in this ABI,
// say the sizes of their ABI.
[[nodiscard]] Seen CheckSizes(const LoadedPlugin& plugin, const char* interface_id,
                              std::size_t table_size);

// An interface that nobody has is refused, with a reason.
[[nodiscard]] Seen CheckForeignInterface(const LoadedPlugin& plugin);

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_CHECK_HPP_
