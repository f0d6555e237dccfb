// SPDX-License-Identifier: MIT
//
// SBX_CONFIG_SOURCE_PLUGIN(Class, "id", "version"): makes a library out of a
// ConfigSource. Written once, at namespace scope of one source file of the plugin:
//
//   SBX_CONFIG_SOURCE_PLUGIN(my::Source, "mine", "1.0.0");
//
// `Class` needs a default constructor; one is made for each create().
#ifndef SBX_PLUGIN_EXPORT_CONFIG_SOURCE_HPP_
#define SBX_PLUGIN_EXPORT_CONFIG_SOURCE_HPP_

#include <cstring>
#include <memory>
#include <span>
#include <type_traits>

#include "sbx/abi/draft/config_source.h"
#include "sbx/abi/plugin.h"

#include "sbx/plugin/config_source.hpp"
#include "sbx/plugin/entry.hpp"
#include "sbx/plugin/guard.hpp"

namespace sbx::plugin::detail {

inline ConfigSource& ConfigSourceOf(void* self) {
  return *static_cast<ConfigSource*>(self);
}

inline sbx_status ConfigureSource(void* self, const sbx_setting* settings, size_t count,
                                  const sbx_error_sink* errors) noexcept {
  return Guard(errors, "configure the config source",
               [&] { return ConfigSourceOf(self).Configure(std::span(settings, count)); });
}

inline sbx_status ReadConfig(void* self, const sbx_config_context* context,
                             const sbx_config_sink* sink, const sbx_error_sink* errors) noexcept {
  return Guard(errors, "read the configuration", [&]() -> Result<void> {
    // An older host has no fields behind those that it knows.
    if (context->size < sizeof(sbx_config_context)) {
      return Fail(SBX_E_UNSUPPORTED, "read the configuration", {},
                  "the config source needs more than this version of sbx tells it");
    }
    ConfigSink wrapped(*sink);
    return ConfigSourceOf(self).Read(*context, wrapped);
  });
}

inline void DestroySource(void* self) noexcept {
  GuardQuietly([&] { delete static_cast<ConfigSource*>(self); });
}

inline constexpr sbx_config_source kConfigSourceTable = {
    sizeof(sbx_config_source), 0, &ConfigureSource, &ReadConfig, &DestroySource};

template <typename Class>
sbx_status CreateConfigSource(const sbx_host* /*host*/, const char* interface_id,
                              const sbx_error_sink* errors, void** self,
                              const void** table) noexcept {
  static_assert(std::is_base_of_v<ConfigSource, Class>,
                "SBX_CONFIG_SOURCE_PLUGIN takes an sbx::plugin::ConfigSource");
  return Guard(errors, "make the config source", [&]() -> Result<void> {
    if (std::strcmp(interface_id, SBX_CONFIG_SOURCE_INTERFACE) != 0) {
      return Fail(SBX_E_UNSUPPORTED, "make an instance of interface", interface_id,
                  "this plugin has " SBX_CONFIG_SOURCE_INTERFACE);
    }
    std::unique_ptr<ConfigSource> source = std::make_unique<Class>();
    *table = &kConfigSourceTable;
    *self = source.release();
    return {};
  });
}

}  // namespace sbx::plugin::detail

// As SBX_CONFIG_SOURCE_PLUGIN, under another symbol.
#define SBX_CONFIG_SOURCE_PLUGIN_NAMED(symbol, Class, id, version) \
  SBX_PLUGIN_ENTRY(symbol, ::sbx::plugin::detail::CreateConfigSource<Class>, id, version)

#define SBX_CONFIG_SOURCE_PLUGIN(Class, id, version) \
  SBX_CONFIG_SOURCE_PLUGIN_NAMED(SBX_PLUGIN_ENTRY_NAME, Class, id, version)

#endif  // SBX_PLUGIN_EXPORT_CONFIG_SOURCE_HPP_
