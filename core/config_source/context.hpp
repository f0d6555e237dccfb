// SPDX-License-Identifier: MIT
//
// ConfigContext: where a config source is to look, owned.
#ifndef SBX_CORE_CONFIG_SOURCE_CONTEXT_HPP_
#define SBX_CORE_CONFIG_SOURCE_CONTEXT_HPP_

#include <chrono>
#include <string>
#include <vector>

namespace sbx {

struct ConfigContext {
  std::string home;                  // absolute, empty when there is none
  std::vector<std::string> folders;  // of the user's configuration, the most important first
  std::string workspace, managed;    // absolute
  std::vector<std::string> env;      // NAME=VALUE; not shown when elevated
  bool elevated = false;             // with rights of another user
  std::chrono::milliseconds deadline{5000};
};

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_CONTEXT_HPP_
