// SPDX-License-Identifier: MIT
#include "core/plugin/plugin_file.hpp"

#include "core/plugin/sha256.hpp"

namespace sbx {
namespace {

constexpr std::size_t kLargest = std::size_t{256} << 20;

Result<void> CheckDigest(const TrustedFile& file, const PluginInfo& info) {
  const auto content = ReadTrustedFile(file, kLargest);
  if (!content)
    return content.failure();
  const std::string digest = Sha256Hex(*content);
  if (digest == *info.sha256)
    return {};
  return Fail(SBX_E_REFUSED, "use the plugin", info.file,
              "its SHA-256 is " + digest + " and its manifest says " + *info.sha256);
}

}  // namespace

Result<TrustedFile> OpenPluginFile(const TrustedFolder& folder, const PluginInfo& info) {
  auto file = OpenTrustedFile(folder, info.file.substr(info.file.rfind('/') + 1));
  if (!file)
    return file.failure();
  if (info.sha256) {
    if (auto checked = CheckDigest(*file, info); !checked)
      return checked.failure();
  }
  return file;
}

}  // namespace sbx
