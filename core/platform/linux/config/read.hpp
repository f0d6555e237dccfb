// SPDX-License-Identifier: MIT
//
// Reading an open file to its end.
#ifndef SBX_CORE_PLATFORM_LINUX_CONFIG_READ_HPP_
#define SBX_CORE_PLATFORM_LINUX_CONFIG_READ_HPP_

#include <string>

#include "sbx/plugin/result.hpp"

namespace sbx::config_files {

inline constexpr char kOperation[] = "read the configuration";

[[nodiscard]] Result<std::string> ReadAll(int fd, const std::string& path, std::size_t most);

}  // namespace sbx::config_files

#endif  // SBX_CORE_PLATFORM_LINUX_CONFIG_READ_HPP_
