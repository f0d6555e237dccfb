// SPDX-License-Identifier: MIT
#include "core/plugin/entry.hpp"

#include <algorithm>
#include <string_view>

#include "core/plugin/error_collector.hpp"

namespace sbx {
namespace {

Failure Refuse(const std::string& where, std::string why) {
  return Fail(SBX_E_UNSUPPORTED, "use the plugin", where, std::move(why));
}

std::string Version(unsigned major, unsigned minor) {
  return std::to_string(major) + '.' + std::to_string(minor);
}

}  // namespace

bool IsPluginId(std::string_view id) {
  const auto word = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return !id.empty() && id.size() <= 64 && word(id.front()) &&
         std::all_of(id.begin(), id.end(),
                     [&](char c) { return word(c) || c == '-' || c == '_' || c == '.'; });
}

Result<void> CheckEntry(const sbx_plugin_entry& entry, const std::string& where,
                        const std::string& id) {
  if (entry.magic != SBX_PLUGIN_MAGIC) {
    return Refuse(where, "its entry has the wrong magic number, so it is no plugin of sbx");
  }
  if (entry.abi_major != SBX_ABI_MAJOR) {
    return Refuse(where, "it was built for plugin ABI " +
                             Version(entry.abi_major, entry.abi_minor) + " and this sbx has " +
                             Version(SBX_ABI_MAJOR, SBX_ABI_MINOR));
  }
  if (entry.size < sizeof(sbx_plugin_entry)) {
    return Refuse(where, "its entry has " + std::to_string(entry.size) + " bytes where at least " +
                             std::to_string(sizeof(sbx_plugin_entry)) + " are needed");
  }
  if ((entry.flags & ~SBX_PLUGIN_FLAGS_KNOWN) != 0) {
    return Refuse(where, "it needs a feature that this sbx does not know (flags " +
                             std::to_string(entry.flags) + ")");
  }
  if (entry.id == nullptr || entry.version == nullptr || entry.build_info == nullptr) {
    return Refuse(where, "its entry lacks an id, a version or a build description");
  }
  if (!IsPluginId(entry.id))
    return Refuse(where, "its entry has an id that is none");
  if (!id.empty() && id != entry.id) {
    return Refuse(where, std::string("it says it is '") + entry.id +
                             "' and its manifest says it is '" + id + "'");
  }
  if (entry.create == nullptr) {
    return Refuse(where, "its entry lacks the required function create");
  }
  return {};
}

}  // namespace sbx
