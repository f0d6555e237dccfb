// SPDX-License-Identifier: MIT
//
// MakeTable: asks a plugin's entry for an instance of one interface and checks what
// every table begins with, so that no function is read from beyond its end.
#ifndef SBX_CORE_PLUGIN_TABLE_HPP_
#define SBX_CORE_PLUGIN_TABLE_HPP_

#include <cstring>
#include <string>

#include "sbx/abi/plugin.h"

#include "core/plugin/settings.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// An instance, and its table of at least as many bytes as were asked for. Both are
// the plugin's; the table's destroy() ends the instance.
struct MadeTable {
  void* self = nullptr;
  const void* table = nullptr;
};

// [serial]
[[nodiscard]] Result<MadeTable> MakeTable(const sbx_plugin_entry& entry, const char* interface_id,
                                          std::size_t least);

// A copy of the part of a table that this host knows.
template <typename Table>
[[nodiscard]] Table CopyTable(const MadeTable& made) {
  Table table{};
  std::memcpy(&table, made.table, sizeof table);
  return table;
}

// That a table has no function `missing`, which it needs.
[[nodiscard]] Failure LacksFunction(const char* interface_id, const std::string& id,
                                    const char* missing);

// Hands `settings` to a configure() function. [serial]
using ConfigureFunction = sbx_status (*)(void* self, const sbx_setting* settings, size_t count,
                                         const sbx_error_sink* errors) SBX_NOEXCEPT;
[[nodiscard]] Result<void> ConfigureInstance(ConfigureFunction configure, void* self,
                                             const char* interface_id, const std::string& id,
                                             const std::vector<Setting>& settings);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_TABLE_HPP_
