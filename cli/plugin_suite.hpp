// SPDX-License-Identifier: MIT
//
// The whole suite over one plugin: each of its interfaces, and what it all comes to.
#ifndef SBX_CLI_PLUGIN_SUITE_HPP_
#define SBX_CLI_PLUGIN_SUITE_HPP_

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/conformance/attacks.hpp"
#include "core/conformance/check.hpp"
#include "core/conformance/subject.hpp"
#include "core/platform/host.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::cli {

// The contract of one interface, check by check.
struct Contract {
  std::string interface_id;
  std::vector<ContractCheck> checks;
};

enum class SuiteEnd : std::uint8_t {
  kPassed,   // every duty was seen to be kept, and no claim to be false
  kFailed,   // one was not, or a runner runs nothing under the default policy
  kUnclear,  // neither: something was not seen
};
[[nodiscard]] std::string_view WordOf(SuiteEnd end);  // "passed" …

struct Tested {
  std::string id, file;
  std::vector<Contract> contracts;
  bool is_runner = false;  // `attacked` is of runners alone
  Attacked attacked;

  [[nodiscard]] SuiteEnd End() const;
};

// Who looks on. Each may be empty.
struct SuiteView {
  std::function<void(std::string_view interface_id)> contract;  // begins
  std::function<void(std::string_view name)> check_begins;
  std::function<void(const ContractCheck& check)> check_ends;
  std::function<void(std::string_view attack)> attack;  // begins
};

// Fails when the plugin cannot be opened, or has an interface that is not known here.
// `until` is when what was not reached becomes unclear. Opens nothing of the plugin in
// this process, which must have one thread.
[[nodiscard]] Result<Tested> TestAll(const Subject& subject, const Host& host,
                                     const Installation& installation,
                                     Trial::Clock::time_point until, const SuiteView& view);

}  // namespace sbx::cli

#endif  // SBX_CLI_PLUGIN_SUITE_HPP_
