// SPDX-License-Identifier: MIT
#include "core/plugin/loader.hpp"

#include <exception>
#include <string>
#include <string_view>

#include <boost/dll/shared_library.hpp>

#include "core/plugin/entry.hpp"
#include "core/plugin/plugin_file.hpp"

namespace sbx {
namespace {

constexpr char kEntrySymbol[] = "sbx_plugin_entry_v1";

Failure Refuse(const PluginInfo& info, std::string why, sbx_status status = SBX_E_UNSUPPORTED) {
  return Fail(status, "use the plugin", info.file, std::move(why));
}

// The linker's own sentence. Boost puts one of its own around it, and the name of an errno
// that nobody has set.
std::string SentenceOf(std::string_view text) {
  constexpr std::string_view kBefore = "dlerror system message: ";
  const std::size_t before = text.find(kBefore);
  const std::size_t end = text.rfind("): ");
  if (before == std::string_view::npos || end == std::string_view::npos || end < before)
    return std::string(text);
  const std::size_t begin = before + kBefore.size();
  return std::string(text.substr(begin, end - begin));
}

// A library that stays open when this goes: nothing runs its destructor.
union Kept {
  explicit Kept(const std::string& path)
      : library(path, boost::dll::load_mode::rtld_now | boost::dll::load_mode::rtld_local) {}
  Kept(const Kept&) = delete;
  Kept& operator=(const Kept&) = delete;
  ~Kept() {}  // NOLINT(modernize-use-equals-default): a union's would be deleted
  boost::dll::shared_library library;
};

// RTLD_NOW: nothing is bound lazily later, when a lock of the dynamic linker
// may be held. RTLD_LOCAL: its symbols are nobody else's. A library that is
// refused below stays open as well: its initialisers have run.
Result<const sbx_plugin_entry*> Open(const PluginInfo& info) {
  try {
    const Kept kept(info.file);
    if (!kept.library.has(kEntrySymbol)) {
      return Refuse(
          info, std::string("it has no symbol ") + kEntrySymbol + ", so it is no plugin of sbx");
    }
    return &kept.library.get<const sbx_plugin_entry>(kEntrySymbol);
  } catch (const std::exception& error) {
    return Refuse(info, std::string("it cannot be opened: ") + SentenceOf(error.what()));
  }
}

}  // namespace

Result<const sbx_plugin_entry*> LoadPlugin(const TrustedFolder& folder, const PluginInfo& info) {
  const auto file = OpenPluginFile(folder, info);
  if (!file)
    return file.failure();
  const auto entry = Open(info);
  if (!entry)
    return entry.failure();
  // The name was opened twice: by us and by the dynamic linker.
  const auto loaded = IdentityOf(info.file);
  if (!loaded || *loaded != file->id) {
    return Refuse(info, "it was replaced while it was opened; try again", SBX_E_REFUSED);
  }
  if (auto checked = CheckEntry(**entry, info.file, info.id); !checked)
    return checked.failure();
  return *entry;
}

}  // namespace sbx
