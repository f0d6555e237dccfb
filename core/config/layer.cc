// SPDX-License-Identifier: MIT
#include "core/config/layer.hpp"

namespace sbx::config {

std::string_view NameOf(LayerKind kind) {
  switch (kind) {
    case LayerKind::kPreset:
      return "preset";
    case LayerKind::kUser:
      return "user";
    case LayerKind::kProject:
      return "project";
    case LayerKind::kSession:
      return "session";
    case LayerKind::kEnvironment:
      return "environment";
    case LayerKind::kFile:
      return "file";
    case LayerKind::kCommandLine:
      return "command line";
    case LayerKind::kSafeDefault:
      return "safe default";
    case LayerKind::kOrganisation:
      return "organisation";
  }
  return "user";
}

std::string SourceOf(const Layer& layer, const Setting& setting, JsonPlace at) {
  if (!setting.option.empty())
    return setting.option;
  switch (layer.kind) {
    case LayerKind::kPreset:
      return "preset " + layer.name;
    case LayerKind::kSession:
      return "session " + layer.name;
    case LayerKind::kSafeDefault:
      return "the safe default for " + layer.name;
    case LayerKind::kEnvironment:
    case LayerKind::kCommandLine:
    case LayerKind::kUser:
    case LayerKind::kProject:
    case LayerKind::kFile:
    case LayerKind::kOrganisation:
      break;
  }
  return at.line == 0 ? layer.name : layer.name + ":" + std::to_string(at.line);
}

}  // namespace sbx::config
