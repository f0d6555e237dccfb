// SPDX-License-Identifier: MIT
#include "core/config/session.hpp"

#include "core/config/state_file.hpp"
#include "core/platform/config_files.hpp"
#include "core/plugin/sha256.hpp"
#include "core/report/report.hpp"

namespace sbx::config {
namespace {

std::string FolderIn(const std::string& state_home) {
  return state_home + "/sessions";
}

std::string FileOf(const std::string& session) {
  return Sha256Hex(session) + ".json";
}

}  // namespace

Result<std::optional<Layer>> ReadSession(const std::string& state_home,
                                         const std::vector<std::string>& outside,
                                         const std::string& session) {
  const std::string folder = FolderIn(state_home);
  auto file = ReadStateFile(folder, FileOf(session), outside, "what was said for the session");
  if (!file)
    return file.failure();
  if (!*file)
    return std::optional<Layer>();
  const std::string* name = TextOf(**file, "session");
  const std::string* mode = TextOf(**file, "mode");
  const auto number =
      mode == nullptr ? std::optional<std::uint64_t>() : ChoiceNumber(KeyOf(Id::kMode), *mode);
  if ((*file)->members.size() != 2 || name == nullptr || *name != session || !number) {
    return Fail(SBX_E_INVALID, "use what was said for the session", session,
                "the file " + folder + "/" + FileOf(session) + " is damaged: remove it");
  }
  Layer layer;
  layer.kind = LayerKind::kSession;
  layer.name = session;
  Setting setting;
  setting.key = Id::kMode;
  setting.number = *number;
  layer.settings.push_back(std::move(setting));
  return std::optional<Layer>(std::move(layer));
}

Result<void> WriteSession(const std::string& state_home, const std::string& session,
                          const std::string& mode) {
  if (mode.empty())
    return config_files::Remove(FolderIn(state_home), FileOf(session));
  JsonWriter json;
  json.BeginObject();
  json.Member("session", session);
  json.Member("mode", mode);
  json.EndObject();
  return config_files::Write(FolderIn(state_home), FileOf(session), json.text() + "\n", true,
                             false);
}

}  // namespace sbx::config
