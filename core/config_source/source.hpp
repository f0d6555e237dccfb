// SPDX-License-Identifier: MIT
//
// ConfigSource: a plugin that implements sbx.config-source/1, library or program. What
// it says is collected whole or not at all; every other end is a failure, and a
// failure is for the caller to stop at.
#ifndef SBX_CORE_CONFIG_SOURCE_SOURCE_HPP_
#define SBX_CORE_CONFIG_SOURCE_SOURCE_HPP_

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/config_source/collected.hpp"
#include "core/config_source/context.hpp"
#include "core/plugin/registry.hpp"
#include "core/plugin/settings.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

class ConfigSource {
 public:
  // Makes and configures one. `home` is for a program: what it is told as HOME. A
  // program is not started yet, so its settings are refused when it is. [serial]
  static Result<std::shared_ptr<ConfigSource>> Create(const LoadedPlugin& plugin,
                                                      std::vector<Setting> settings,
                                                      const std::string& home);
  ConfigSource(const ConfigSource&) = delete;
  ConfigSource& operator=(const ConfigSource&) = delete;
  virtual ~ConfigSource() = default;

  [[nodiscard]] const std::string& id() const { return id_; }

  // Reads everything anew. Comes back by the deadline, or when `stop` is requested. A
  // library that does not is left behind on its thread and never asked again; a
  // program is killed, with all that it started. [serial]
  [[nodiscard]] virtual Result<CollectedConfig> Read(const ConfigContext& context,
                                                     const std::stop_token& stop) = 0;
  [[nodiscard]] Result<CollectedConfig> Read(const ConfigContext& context) {
    return Read(context, {});
  }

 protected:
  explicit ConfigSource(std::string id) : id_(std::move(id)) {}

 private:
  std::string id_;
};

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_SOURCE_HPP_
