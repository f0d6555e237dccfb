// SPDX-License-Identifier: MIT
//
// pi-sandbox.json and the older sandbox.json of @yuru7/pi-sandbox, one file at a time.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_PI_TRANSLATE_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_PI_TRANSLATE_HPP_

#include <string_view>

#include "plugins/config-sources/common/translation.hpp"

namespace sbx::sources {

// What about approval was wrong in the files so far, and is not mended: then nobody
// approves anything.
struct PiApproval {
  bool mode = false;
  bool model = false;
  bool thinking = false;
  bool timeout = false;
  [[nodiscard]] bool wrong() const { return mode || model || thinking || timeout; }
};

// The file is the next stronger one; `approval` goes from one to the other.
void TranslatePi(std::string_view text, Translation& translation, PiApproval& approval);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_PI_TRANSLATE_HPP_
