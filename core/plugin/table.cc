// SPDX-License-Identifier: MIT
#include "core/plugin/table.hpp"

#include "core/plugin/error_collector.hpp"
#include "core/plugin/interfaces.hpp"

namespace sbx {
namespace {

constexpr sbx_host kHost = {sizeof(sbx_host), 0, "0.1.0"};

Failure BadTable(const char* interface_id, const std::string& id, std::string why) {
  return Fail(SBX_E_UNSUPPORTED, "use the " + std::string(WordOf(interface_id)), id,
              std::move(why));
}

}  // namespace

Result<MadeTable> MakeTable(const sbx_plugin_entry& entry, const char* interface_id,
                            std::size_t least) {
  MadeTable made;
  ErrorCollector errors("make an instance of plugin", entry.id);
  const sbx_status status =
      entry.create(&kHost, interface_id, errors.sink(), &made.self, &made.table);
  if (status == SBX_E_UNSUPPORTED) {
    return BadTable(interface_id, entry.id,
                    std::string("the plugin does not have the interface ") + interface_id + "; " +
                        errors.Take(status).Sentence());
  }
  if (status != SBX_OK)
    return errors.Fails(status);
  if (made.table == nullptr)
    return BadTable(interface_id, entry.id, "the plugin made an instance without a table");
  std::uint32_t size = 0;
  std::memcpy(&size, made.table, sizeof size);
  // Below this size there is no destroy() to call: the instance is left alone.
  if (size < least) {
    return BadTable(interface_id, entry.id,
                    "its table has " + std::to_string(size) + " bytes where at least " +
                        std::to_string(least) + " are needed");
  }
  return made;
}

Failure LacksFunction(const char* interface_id, const std::string& id, const char* missing) {
  return BadTable(interface_id, id,
                  std::string("its table lacks the required function ") + missing);
}

Result<void> ConfigureInstance(ConfigureFunction configure, void* self, const char* interface_id,
                               const std::string& id, const std::vector<Setting>& settings) {
  const std::vector<sbx_setting> views = ViewsOf(settings);
  const std::string operation = "configure the " + std::string(WordOf(interface_id));
  ErrorCollector errors(operation, id);
  const sbx_status status = configure(self, views.data(), views.size(), errors.sink());
  if (status != SBX_OK)
    return errors.Fails(status);
  return {};
}

}  // namespace sbx
