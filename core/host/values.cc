// SPDX-License-Identifier: MIT
#include "core/host/values.hpp"

#include <utility>

namespace sbx::host {
namespace {

template <typename Enum>
std::uint32_t Number(Enum value) {
  return static_cast<std::uint32_t>(value);
}

}  // namespace

Result<void> CheckValue(std::uint32_t value, std::uint32_t last, const std::string& field) {
  if (value <= last)
    return {};
  return Fail(SBX_E_INVALID, "use a value of " + field, std::to_string(value),
              "it is none that this version of sbx knows");
}

Result<void> CheckAccess(Access access, const std::string& field) {
  if (access == Access::kRead || access == Access::kWrite)
    return {};
  return Fail(SBX_E_INVALID, "use a value of " + field, std::to_string(Number(access)),
              "it is none that this version of sbx knows: read or write");
}

Result<void> CheckValues(const Policy& policy) {
  const std::pair<std::pair<std::uint32_t, std::uint32_t>, const char*> fields[] = {
      {{Number(policy.mode), Number(Mode::kDangerFullAccess)}, "mode"},
      {{Number(policy.tmp), Number(Tmp::kNone)}, "tmp"},
      {{Number(policy.network), Number(Network::kNone)}, "network"},
      {{Number(policy.unix_sockets), Number(UnixSockets::kDeny)}, "unix_sockets"},
      {{Number(policy.read_default), Number(Effect::kDeny)}, "read_default"},
      {{Number(policy.patterns), Number(Patterns::kExisting)}, "patterns"}};
  for (const auto& [value, field] : fields) {
    if (auto known = CheckValue(value.first, value.second, field); !known)
      return known;
  }
  for (const auto& [name, protection] : policy.protect) {
    auto known = CheckValue(Number(protection), Number(Protection::kRequired), "protect: " + name);
    if (!known)
      return known;
  }
  for (const Rule& rule : policy.rules) {
    if (auto known = CheckAccess(rule.access, "access in the rule for " + rule.path); !known)
      return known;
    auto known = CheckValue(Number(rule.effect), Number(Effect::kDeny),
                            "effect in the rule for " + rule.path);
    if (!known)
      return known;
  }
  return {};
}

Result<void> CheckEnvironment(const std::vector<std::string>& entries, const std::string& field) {
  for (const std::string& entry : entries) {
    if (entry.find('=') == std::string::npos || entry.front() == '=')
      return Fail(SBX_E_INVALID, "use an entry of " + field, entry, "write NAME=VALUE");
  }
  return {};
}

}  // namespace sbx::host
