// SPDX-License-Identifier: MIT
//
// ConfigSource: the C++ side of sbx.config-source/1 for plugin authors. Derive,
// implement Read(), and export with SBX_CONFIG_SOURCE_PLUGIN
// (sbx/plugin/export_config_source.hpp). What Read() throws, and a Failure, make
// the whole source fail: nothing that it said before counts.
#ifndef SBX_PLUGIN_CONFIG_SOURCE_HPP_
#define SBX_PLUGIN_CONFIG_SOURCE_HPP_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "sbx/abi/draft/config_source.h"

#include "sbx/plugin/entry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::plugin {

// Where something was written. Lines and columns count from 1; 0 is not known.
struct Place {
  std::string_view file;
  std::uint32_t line = 0;
  std::uint32_t column = 0;
};

// The host's ear for one Read(). Each call copies at once. [serial]
class ConfigSink {
 public:
  explicit ConfigSink(const sbx_config_sink& sink) : sink_(sink) {}

  // `kind` is SBX_LAYER_*. A whole file in sbx's own form.
  void Layer(std::uint32_t kind, std::string_view file, std::string_view bytes) {
    sink_.layer(sink_.ctx, kind, Borrow(file), Borrow(bytes));
  }
  // One value, as JSON text, under sbx's own dotted name.
  void Value(std::uint32_t kind, std::string_view key, std::string_view json, Place place) {
    const sbx_place at = Of(place);
    sink_.value(sink_.ctx, kind, Borrow(key), Borrow(json), &at);
  }
  // What is written there and cannot be expressed.
  void Cannot(std::string_view key, std::string_view sentence, Place place) {
    const sbx_place at = Of(place);
    sink_.cannot(sink_.ctx, Borrow(key), Borrow(sentence), &at);
  }
  // A file that was looked for, also when it is absent.
  void Consulted(std::string_view file) { sink_.consulted(sink_.ctx, Borrow(file)); }
  // What is wrong: the source has failed, and may go on to name more.
  void Error(std::string_view sentence, Place place) {
    const sbx_place at = Of(place);
    sink_.error(sink_.ctx, Borrow(sentence), &at);
  }

 private:
  static sbx_place Of(Place place) { return {Borrow(place.file), place.line, place.column}; }

  const sbx_config_sink& sink_;
};

// The value of an environment variable as the host gives it, borrowed for Read().
[[nodiscard]] inline std::optional<std::string_view> Variable(const sbx_config_context& context,
                                                              std::string_view name) {
  sbx_str value{};
  if (context.variable(context.variable_ctx, Borrow(name), &value) == 0)
    return std::nullopt;
  return View(value);
}

// The user's folders of configuration, the most important first.
[[nodiscard]] inline std::span<const sbx_str> Folders(const sbx_config_context& context) {
  return {context.folders, context.folder_count};
}

class ConfigSource {
 public:
  virtual ~ConfigSource() = default;

  // [serial] Once, before anything else. An unknown setting is a Failure.
  virtual Result<void> Configure(std::span<const sbx_setting> settings) {
    return RefuseSettings(settings.data(), settings.size());
  }

  // [serial] Reads everything anew and says it to `sink`; `context` is borrowed.
  virtual Result<void> Read(const sbx_config_context& context, ConfigSink& sink) = 0;
};

}  // namespace sbx::plugin

#endif  // SBX_PLUGIN_CONFIG_SOURCE_HPP_
