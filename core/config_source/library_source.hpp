// SPDX-License-Identifier: MIT
//
// LibrarySource: a config source behind its function table.
#ifndef SBX_CORE_CONFIG_SOURCE_LIBRARY_SOURCE_HPP_
#define SBX_CORE_CONFIG_SOURCE_LIBRARY_SOURCE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "sbx/abi/draft/config_source.h"
#include "sbx/abi/plugin.h"

#include "core/config_source/source.hpp"

namespace sbx {

class LibrarySource final : public ConfigSource,
                            public std::enable_shared_from_this<LibrarySource> {
 public:
  // `entry` must outlive the source (libraries are never unloaded). [serial]
  static Result<std::shared_ptr<ConfigSource>> Create(const sbx_plugin_entry& entry,
                                                      const std::vector<Setting>& settings);
  LibrarySource(const LibrarySource&) = delete;
  LibrarySource& operator=(const LibrarySource&) = delete;
  ~LibrarySource() override;

  using ConfigSource::Read;
  [[nodiscard]] Result<CollectedConfig> Read(const ConfigContext& context,
                                             const std::stop_token& stop) override;

 private:
  LibrarySource(std::string id, const sbx_config_source& table, void* self);

  sbx_config_source table_;
  void* self_;
  bool lost_ = false;  // a read() has not come back
};

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_LIBRARY_SOURCE_HPP_
