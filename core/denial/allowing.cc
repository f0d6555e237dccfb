// SPDX-License-Identifier: MIT
#include "core/denial/allowing.hpp"

namespace sbx {

std::vector<std::string> OptionThatAllows(const Denial& denial) {
  // A name that is no path, or was cut, would name something else.
  if (!denial.object.starts_with('/') || denial.object.size() < 2)
    return {};
  if (denial.operation == "connect")
    return {"--allow-socket", denial.object};
  // Devices and set-user-ID files are not opened by a writable directory.
  if (denial.rule.starts_with("devices") || denial.rule.starts_with("no set-"))
    return {};
  return {"--allow-write", denial.object};
}

}  // namespace sbx
