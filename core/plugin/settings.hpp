// SPDX-License-Identifier: MIT
//
// Settings of a plugin as the host's configuration has them.
#ifndef SBX_CORE_PLUGIN_SETTINGS_HPP_
#define SBX_CORE_PLUGIN_SETTINGS_HPP_

#include <string>
#include <vector>

#include "sbx/abi/draft/setting.h"

#include "sbx/plugin/result.hpp"

namespace sbx {

struct Setting {
  std::string key;
  std::string value;
};

// As the contract has them, borrowed from `settings`.
[[nodiscard]] inline std::vector<sbx_setting> ViewsOf(const std::vector<Setting>& settings) {
  std::vector<sbx_setting> views;
  views.reserve(settings.size());
  for (const Setting& setting : settings)
    views.push_back({Borrow(setting.key), Borrow(setting.value)});
  return views;
}

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_SETTINGS_HPP_
