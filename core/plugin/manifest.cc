// SPDX-License-Identifier: MIT
#include "core/plugin/manifest.hpp"

#include <algorithm>

#include "sbx/abi/plugin.h"

#include "core/plugin/entry.hpp"
#include "core/plugin/interfaces.hpp"
#include "core/plugin/strict_json.hpp"

namespace sbx {
namespace {

using Kind = JsonValue::Kind;

constexpr std::int64_t kLargestVersion = 65535;  // uint16_t in the entry
constexpr std::size_t kMostInterfaces = 64;
constexpr std::size_t kLongestName = 255;
constexpr std::size_t kDigestDigits = 64;

// Reads one manifest; the first thing that is wrong ends it.
class Reader {
 public:
  Reader(std::string path, PluginInfo& info) : path_(std::move(path)), info_(info) {}

  Result<void> Read(const JsonValue& root) {
    if (root.kind != Kind::kObject)
      return Wrong("the file", "must be an object");
    std::vector<std::string_view> missing = {"id", "interfaces", "abi"};
    for (const auto& [key, value] : root.members) {
      std::erase(missing, key);
      if (auto read = ReadKey(key, value); !read)
        return read;
    }
    if (!missing.empty())
      return Wrong("key '" + std::string(missing.front()) + "'", "is missing");
    if (info_.file.empty())
      return Wrong("key 'file'", "is missing (or 'program', for a program of its own)");
    return CheckProgram();
  }

 private:
  // Code that confines is called within the host, where it can be held to its plan.
  Result<void> CheckProgram() {
    if (!info_.program)
      return {};
    for (const std::string& interface_id : info_.interfaces) {
      if (!MayBeAProgram(interface_id))
        return Wrong("key 'program'",
                     "cannot implement " + interface_id + ", which needs a library");
    }
    return {};
  }

  Result<void> ReadKey(const std::string& key, const JsonValue& value) {
    if (key == "id")
      return ReadId(value);
    if (key == "file" || key == "program")
      return ReadFile(key, value);
    if (key == "interfaces")
      return ReadInterfaces(value);
    if (key == "abi")
      return ReadAbi(value);
    if (key == "sha256")
      return ReadDigest(value);
    return Wrong("key '" + key + "'", "is unknown");
  }

  Result<void> ReadId(const JsonValue& value) {
    if (value.kind != Kind::kString || !IsPluginId(value.text)) {
      return Wrong("key 'id'", "must be a name of a-z, 0-9, '.', '_' and '-'");
    }
    info_.id = value.text;
    return {};
  }

  Result<void> ReadFile(const std::string& key, const JsonValue& value) {
    if (!info_.file.empty())
      return Wrong("key '" + key + "'", "cannot stand beside 'file' or 'program'");
    if (value.kind != Kind::kString || value.text.empty() || value.text.size() > kLongestName ||
        value.text == "." || value.text == ".." || value.text.find('/') != std::string::npos ||
        value.text.find('\0') != std::string::npos) {
      return Wrong("key '" + key + "'", "must be the name of a file in the same folder");
    }
    info_.file = value.text;
    info_.program = key == "program";
    return {};
  }

  Result<void> ReadInterfaces(const JsonValue& value) {
    if (value.kind != Kind::kArray || value.items.empty() || value.items.size() > kMostInterfaces) {
      return Wrong("key 'interfaces'", "must be a list of interface ids");
    }
    for (const JsonValue& item : value.items) {
      if (item.kind != Kind::kString || item.text.empty()) {
        return Wrong("key 'interfaces'", "must hold strings only");
      }
      if (std::ranges::find(info_.interfaces, item.text) != info_.interfaces.end()) {
        return Wrong("key 'interfaces'", "names '" + item.text + "' twice");
      }
      info_.interfaces.push_back(item.text);
    }
    return {};
  }

  Result<void> ReadAbi(const JsonValue& value) {
    if (value.kind != Kind::kObject)
      return Wrong("key 'abi'", "must be an object");
    bool major = false;
    bool minor = false;
    for (const auto& [key, number] : value.members) {
      if (key != "major" && key != "minor")
        return Wrong("key 'abi." + key + "'", "is unknown");
      if (number.kind != Kind::kNumber || number.number < 0 || number.number > kLargestVersion) {
        return Wrong("key 'abi." + key + "'", "must be a whole number from 0 to 65535");
      }
      (key == "major" ? info_.abi_major : info_.abi_minor) = static_cast<int>(number.number);
      (key == "major" ? major : minor) = true;
    }
    if (!major)
      return Wrong("key 'abi.major'", "is missing");
    if (!minor)
      return Wrong("key 'abi.minor'", "is missing");
    return {};
  }

  Result<void> ReadDigest(const JsonValue& value) {
    const auto hex = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if (value.kind != Kind::kString || value.text.size() != kDigestDigits ||
        !std::ranges::all_of(value.text, hex)) {
      return Wrong("key 'sha256'", "must be 64 lower-case hexadecimal digits");
    }
    info_.sha256 = value.text;
    return {};
  }

  [[nodiscard]] Failure Wrong(const std::string& what, const std::string& why) const {
    return Fail(SBX_E_INVALID, "use the plugin manifest", path_, what + ' ' + why);
  }

  std::string path_;
  PluginInfo& info_;
};

}  // namespace

Result<PluginInfo> ParseManifest(std::string_view text, const std::string& folder,
                                 const std::string& name) {
  PluginInfo info;
  info.manifest = folder + '/' + name;
  auto root = ParseStrictJson(text, info.manifest);
  if (!root)
    return root.failure();
  if (auto read = Reader(info.manifest, info).Read(*root); !read)
    return read.failure();
  if (name != info.id + std::string(kManifestSuffix)) {
    return Fail(SBX_E_INVALID, "use the plugin manifest", info.manifest,
                "key 'id' is '" + info.id + "', so the file must be named " + info.id +
                    std::string(kManifestSuffix));
  }
  info.file = folder + '/' + info.file;
  return info;
}

Result<void> CheckManifest(const PluginInfo& info, std::string_view interface_id) {
  if (info.abi_major != SBX_ABI_MAJOR) {
    return Fail(SBX_E_UNSUPPORTED, "use the plugin", info.file,
                "its manifest says it was built for plugin ABI " + std::to_string(info.abi_major) +
                    '.' + std::to_string(info.abi_minor) + " and this sbx has " +
                    std::to_string(SBX_ABI_MAJOR) + '.' + std::to_string(SBX_ABI_MINOR));
  }
  if (!interface_id.empty() &&
      std::ranges::find(info.interfaces, interface_id) == info.interfaces.end()) {
    return Fail(SBX_E_UNSUPPORTED, "use the plugin", info.file,
                "its manifest does not name the interface " + std::string(interface_id));
  }
  return {};
}

}  // namespace sbx
