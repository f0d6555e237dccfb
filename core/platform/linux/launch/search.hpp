// SPDX-License-Identifier: MIT
//
// Where a command is looked for: what a shell would try, as a list, so that the
// target only has to go through it.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_SEARCH_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_SEARCH_HPP_

#include <string>
#include <string_view>
#include <vector>

namespace sbx::launch {

// `env` holds NAME=VALUE; without a PATH in it the system's default is used.
[[nodiscard]] std::vector<std::string> Candidates(std::string_view command,
                                                  const std::vector<std::string>& env);

// `env` with `entries` put in the place of those with equal names.
[[nodiscard]] std::vector<std::string> MergeEnv(std::vector<std::string> env,
                                                const std::vector<std::string>& entries);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_SEARCH_HPP_
