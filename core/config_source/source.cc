// SPDX-License-Identifier: MIT
#include "core/config_source/source.hpp"

#include "core/config_source/library_source.hpp"
#include "core/config_source/source_json.hpp"
#include "core/plugin/program_plugin.hpp"

namespace sbx {
namespace {

constexpr std::size_t kMostReply = std::size_t{16} << 20;  // 8 MiB of text, escaped

class ProgramSource final : public ConfigSource {
 public:
  ProgramSource(const LoadedPlugin& plugin, std::vector<Setting> settings, const std::string& home)
      : ConfigSource(plugin.id), program_(plugin, home), settings_(std::move(settings)) {}

  Result<CollectedConfig> Read(const ConfigContext& context, const std::stop_token& stop) override {
    const ProgramAnswer answer =
        program_.Ask(ContextJson(context, settings_), context.deadline, kMostReply, stop);
    if (answer.end == ProgramAnswer::End::kAnswered)
      return ParseItems(id(), answer.output);
    return Fail(SBX_E_UNSUPPORTED, "read the configuration with config source", id(), answer.why);
  }

 private:
  ProgramPlugin program_;
  std::vector<Setting> settings_;
};

}  // namespace

Result<std::shared_ptr<ConfigSource>> ConfigSource::Create(const LoadedPlugin& plugin,
                                                           std::vector<Setting> settings,
                                                           const std::string& home) {
  if (plugin.program == nullptr)
    return LibrarySource::Create(*plugin.entry, settings);
  return std::shared_ptr<ConfigSource>(
      std::make_shared<ProgramSource>(plugin, std::move(settings), home));
}

}  // namespace sbx
