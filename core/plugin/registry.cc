// SPDX-License-Identifier: MIT
#include "core/plugin/registry.hpp"

#include <cerrno>
#include <utility>

#include "core/platform/trusted_file.hpp"
#include "core/plugin/entry.hpp"
#include "core/plugin/loader.hpp"
#include "core/plugin/manifest.hpp"
#include "core/plugin/plugin_file.hpp"

namespace sbx {
namespace {

constexpr std::string_view kLinkedIn = "linked in";

// What is kept apart: an instance belongs to an id and its settings. Sizes
// keep two lists of settings from reading the same.
std::string KeyOf(std::string_view id, const std::vector<Setting>& settings) {
  std::string key(id);
  for (const auto& [name, value] : settings) {
    key += '\0' + std::to_string(name.size()) + '\0' + name + std::to_string(value.size()) + '\0' +
           value;
  }
  return key;
}

Result<PluginInfo> ReadManifest(const TrustedFolder& folder, const std::string& name) {
  const auto file = OpenTrustedFile(folder, name);
  if (!file)
    return file.failure();
  const auto text = ReadTrustedFile(*file, kLargestManifest);
  if (!text) {
    Failure failure = text.failure();
    failure.error.subject = folder.path + '/' + name;
    return failure;
  }
  return ParseManifest(*text, folder.path, name);
}

bool IsAbsent(const Error& error) {
  return error.os_error == ENOENT;
}

std::string NameOf(const PluginInfo& info) {
  return info.file.substr(info.file.rfind('/') + 1);
}

PluginInfo RefusedInfo(std::string id, std::string manifest, Error why) {
  PluginInfo info;
  info.id = std::move(id);
  info.manifest = std::move(manifest);
  info.refused = std::move(why);
  return info;
}

PluginInfo DescribeStatic(const std::string& id, const sbx_plugin_entry& entry,
                          const std::string& interface_id) {
  PluginInfo info;
  info.id = id;
  info.file = kLinkedIn;
  info.interfaces = {interface_id};
  info.abi_major = entry.abi_major;
  info.abi_minor = entry.abi_minor;
  return info;
}

std::string FindingA(std::string_view interface_id) {
  return "find the " + std::string(WordOf(interface_id));
}

Failure NoId(std::string_view id, const std::string& operation) {
  return Fail(SBX_E_INVALID, operation, std::string(id),
              "an id is a name of a-z, 0-9, '.', '_' and '-'");
}

// Checks what the manifest names and opens it.
Result<LoadedPlugin> LoadFrom(const TrustedFolder& folder, const PluginInfo& info,
                              std::string_view interface_id) {
  if (auto checked = CheckManifest(info, interface_id); !checked)
    return checked.failure();
  LoadedPlugin loaded{info.id, nullptr, info.file, info.interfaces, nullptr};
  if (info.program) {
    auto file = OpenPluginFile(folder, info);
    if (!file)
      return file.failure();
    loaded.program = std::make_shared<const TrustedFile>(*std::move(file));
    return loaded;
  }
  const auto entry = LoadPlugin(folder, info);
  if (!entry)
    return entry.failure();
  loaded.entry = *entry;
  return loaded;
}

}  // namespace

Registry::Registry(std::vector<std::string> folders, std::vector<std::string> forbidden,
                   std::string own)
    : folders_(std::move(folders)), forbidden_(std::move(forbidden)), own_(std::move(own)) {
}

Result<TrustedFolder> Registry::Open(const std::string& path) const {
  return OpenTrustedFolder(path, path == own_ ? std::vector<std::string>{} : forbidden_);
}

void Registry::AddStatic(const sbx_plugin_entry& entry, std::string_view interface_id) {
  // One that is not an entry keeps no name under which it could be asked for.
  if (CheckEntry(entry, std::string(kLinkedIn), {}))
    static_[entry.id] = {&entry, std::string(interface_id)};
}

std::vector<PluginInfo> Registry::List() const {
  std::vector<PluginInfo> all;
  all.reserve(static_.size());
  for (const auto& [id, linked] : static_)
    all.push_back(DescribeStatic(id, *linked.entry, linked.interface_id));
  const auto known = [&](const std::string& id) {
    for (const PluginInfo& info : all) {
      if (info.id == id)
        return true;
    }
    return false;
  };
  for (const std::string& path : folders_) {
    const auto folder = Open(path);
    if (!folder) {
      // Somebody named each but the program's own, and may have misspelled it.
      if (!IsAbsent(folder.error()) || path != own_)
        all.push_back(RefusedInfo({}, path, folder.error()));
      continue;
    }
    const auto names = NamesIn(*folder, kManifestSuffix);
    if (!names) {
      all.push_back(RefusedInfo({}, path, names.error()));
      continue;
    }
    for (const std::string& name : *names) {
      const std::string id = name.substr(0, name.size() - kManifestSuffix.size());
      if (known(id))
        continue;
      auto info = ReadManifest(*folder, name);
      if (!info) {
        all.push_back(RefusedInfo(id, path + '/' + name, info.error()));
        continue;
      }
      if (auto checked = CheckManifest(*info, {}); !checked) {
        info->refused = checked.error();
      } else if (auto file = OpenTrustedFile(*folder, NameOf(*info)); !file) {
        info->refused = file.error();
      }
      all.push_back(*std::move(info));
    }
  }
  return all;
}

Result<Registry::Found> Registry::FindIn(std::string_view id, const std::string& operation) const {
  const std::string name = std::string(id) + std::string(kManifestSuffix);
  std::string refused;
  for (const std::string& path : folders_) {
    auto folder = Open(path);
    if (!folder) {
      // Remembered, not fatal: a later folder may have it.
      if (!IsAbsent(folder.error()))
        refused += "; " + folder.error().Sentence();
      continue;
    }
    auto info = ReadManifest(*folder, name);
    if (!info) {
      if (IsAbsent(info.error()))
        continue;
      return info.failure();
    }
    return Found{*std::move(folder), *std::move(info)};
  }
  std::string where;
  for (const std::string& path : folders_)
    where += (where.empty() ? "" : ", ") + path;
  return Fail(
      SBX_E_UNSUPPORTED, operation, std::string(id),
      "no folder has " + name + " (looked in: " + (where.empty() ? "none" : where) + ")" + refused);
}

Result<PluginInfo> Registry::Find(std::string_view id) const {
  const std::string operation = FindingA({});
  if (!IsPluginId(id))
    return NoId(id, operation);
  auto found = FindIn(id, operation);
  if (!found)
    return found.failure();
  if (auto checked = CheckManifest(found->info, {}); !checked)
    return checked.failure();
  return std::move(found->info);
}

Result<LoadedPlugin> Registry::Load(std::string_view id, std::string_view interface_id) const {
  const std::string operation = FindingA(interface_id);
  if (!IsPluginId(id))
    return NoId(id, operation);
  if (const auto found = static_.find(id);
      found != static_.end() &&
      (interface_id.empty() || interface_id == found->second.interface_id)) {
    return LoadedPlugin{found->first,
                        found->second.entry,
                        std::string(kLinkedIn),
                        {found->second.interface_id},
                        nullptr};
  }
  const auto found = FindIn(id, operation);
  if (!found)
    return found.failure();
  return LoadFrom(found->folder, found->info, interface_id);
}

Result<std::shared_ptr<RunnerHandle>> Registry::Runner(std::string_view id,
                                                       const std::vector<Setting>& settings) {
  std::string key = KeyOf(id, settings);
  if (const auto found = open_.find(key); found != open_.end())
    return found->second;
  const auto loaded = Load(id);
  if (!loaded)
    return loaded.failure();
  auto handle = RunnerHandle::Create(*loaded->entry, settings);
  if (handle)
    open_.emplace(std::move(key), *handle);
  return handle;
}

}  // namespace sbx
