// SPDX-License-Identifier: MIT
#include "core/conformance/source_contract.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "core/config_source/source.hpp"
#include "core/platform/conformance.hpp"

namespace sbx {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr std::uintmax_t kHuge = std::uintmax_t{64} << 20;

// Without a stream: one pulls locales into a program that is started for each command.
void Write(const fs::path& file, std::string_view bytes) {
  std::FILE* const out = std::fopen(file.c_str(), "wbe");
  if (out == nullptr)
    return;
  (void)std::fwrite(bytes.data(), 1, bytes.size(), out);  // what is short is malformed as well
  (void)std::fclose(out);
}

// A home and the rest, empty, and the plugin to look around there.
class Site {
 public:
  Site(const LoadedPlugin& plugin, const std::string& folder)
      : plugin_(plugin), root_(folder + "/site") {
    Clear();
  }

  void Clear() const {
    fs::remove_all(root_);
    for (const char* name : {"/home/.config", "/work", "/managed"})
      fs::create_directories(root_ + name);
  }

  [[nodiscard]] Result<CollectedConfig> Read(std::vector<Setting> settings = {}) const {
    const auto source = ConfigSource::Create(plugin_, std::move(settings), root_ + "/home");
    if (!source)
      return source.failure();
    ConfigContext context;
    context.home = root_ + "/home";
    context.folders = {root_ + "/home/.config"};
    context.workspace = root_ + "/work";
    context.managed = root_ + "/managed";
    context.env = {"HOME=" + context.home, "XDG_CONFIG_HOME=" + context.folders[0]};
    context.deadline = milliseconds(5000);
    return (*source)->Read(context);
  }

  // The files here that it looks for.
  [[nodiscard]] std::vector<std::string> Looked() const {
    std::vector<std::string> files;
    if (const auto config = Read()) {
      std::ranges::copy_if(config->consulted, std::back_inserter(files), [&](const auto& file) {
        return file.starts_with(root_ + '/') && file.find("/../") == std::string::npos;
      });
    }
    return files;
  }

  // Everything here, by name and size.
  [[nodiscard]] std::string Listing() const {
    std::vector<std::string> lines;
    for (const auto& entry : fs::recursive_directory_iterator(root_)) {
      lines.push_back(entry.path().string() + ' ' +
                      (entry.is_regular_file() ? std::to_string(entry.file_size()) : "-"));
    }
    std::ranges::sort(lines);
    std::string text;
    for (const std::string& line : lines)
      text += line + '\n';
    return text;
  }

 private:
  const LoadedPlugin& plugin_;
  std::string root_;
};

Seen CheckSettings(const Site& site) {
  const auto config = site.Read({{"sbx-conformance-unknown", "1"}});
  if (config)
    return Broken("it takes the setting 'sbx-conformance-unknown'");
  if (const auto without = site.Read(); !without)
    return Unclear("it fails without it as well: " + without.error().Sentence());
  return Kept(config.error().Sentence());
}

Seen CheckAbsent(const Site& site) {
  const auto config = site.Read();
  if (!config)
    return Broken("without any file it fails: " + config.error().Sentence());
  if (!config->files.empty())
    return Broken("it hands over " + config->files[0].file + ", which is not there");
  if (!config->values.empty())
    return Broken("it sets " + config->values[0].key + ", which no file says");
  if (config->consulted.empty())
    return Broken("it names no file that it looked for");
  return Kept("it looks for " + std::to_string(config->consulted.size()) + " files");
}

// Puts `trap` in the place of each file that it looks for, one after the other. What
// comes of it has to be seen: a failure, or a piece that speaks of the file.
template <typename Trap>
Seen TryTraps(const Site& site, const std::string& what, bool must_fail, Trap trap) {
  const std::vector<std::string> looked = site.Looked();
  if (looked.empty())
    return Unclear("there is no file that it says it looks for, so that " + what +
                   " had no place to be put");
  for (const std::string& file : looked) {
    site.Clear();
    fs::create_directories(fs::path(file).parent_path());
    trap(file);
    const auto config = site.Read();
    if (!config) {
      if (config.error().Sentence().find(" not ended after ") != std::string::npos)
        return Broken("with " + what + " as " + file + " it does not end");
      continue;
    }
    const bool spoken =
        std::ranges::any_of(config->files, [&](const auto& f) { return f.file == file; }) ||
        std::ranges::any_of(config->gaps, [&](const auto& g) { return g.place.file == file; });
    if (must_fail || !spoken)
      return Broken("with " + what + " as " + file + " it goes on as if nothing were wrong");
  }
  return Kept();
}

Seen CheckUnreadable(const Site& site) {
  return TryTraps(site, "a directory", true,
                  [](const std::string& file) { fs::create_directory(file); });
}

Seen CheckGarbage(const Site& site) {
  return TryTraps(site, "garbage", false, [](const std::string& file) {
    Write(file, std::string_view("\xff\xfe{[\0\"=\x1b", 8));
  });
}

Seen CheckHuge(const Site& site) {
  return TryTraps(site, "64 MiB of zeros", false, [](const std::string& file) {
    Write(file, " ");
    fs::resize_file(file, kHuge);
  });
}

Seen CheckEndless(const Site& site) {
  return TryTraps(site, "a pipe that nobody writes to", true,
                  [](const std::string& file) { (void)MakeSilentPipe(file); });
}

Seen CheckSame(const Site& site) {
  const auto first = site.Read();
  const auto again = site.Read();
  if (!first && !again)
    return Unclear("it reads nothing: " + first.error().Sentence());
  if (first.has_value() != again.has_value() || (first && *first != *again))
    return Broken("the same files, read twice, come to two different things");
  return Kept();
}

Seen CheckUnchanged(const Site& site) {
  const std::string before = site.Listing();
  const auto config = site.Read();
  if (site.Listing() != before)
    return Broken("what it should only read has changed");
  return config ? Kept() : Unclear("it reads nothing: " + config.error().Sentence());
}

}  // namespace

std::vector<ContractCheck> CheckConfigSource(const Subject& subject, const std::string& folder,
                                             const Trial& trial) {
  const auto of = [&](Seen (*check)(const Site&)) {
    return [&, check](const LoadedPlugin& plugin) { return check(Site(plugin, folder)); };
  };
  std::vector<Duty> duties;
  if (!subject.info.program)
    duties = LibraryDuties(SBX_CONFIG_SOURCE_INTERFACE, sizeof(sbx_config_source));
  duties.insert(duties.end(),
                {{"settings", "an unknown setting is refused, with a reason", of(CheckSettings)},
                 {"absent", "files that are not there are named and no error", of(CheckAbsent)},
                 {"unreadable", "what cannot be read is an error", of(CheckUnreadable)},
                 {"garbage", "what is not understood is not passed over", of(CheckGarbage)},
                 {"huge", "what is too large is not passed over", of(CheckHuge)},
                 {"endless", "what never ends is an error, in time", of(CheckEndless)},
                 {"same", "the same files come to the same answer", of(CheckSame)},
                 {"unchanged", "nothing is changed by reading", of(CheckUnchanged)}});
  return TryDuties(subject, duties, trial);
}

}  // namespace sbx
