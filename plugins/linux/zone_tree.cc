// SPDX-License-Identifier: MIT
#include "plugins/linux/zone_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <optional>
#include <utility>

#include "plugins/linux/mount_aliases.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::runner {
namespace {

// Where programs make temporary files that nobody else should see; /var/tmp, for
// files that stay, is readable as elsewhere.
constexpr const char* kHostTemp[] = {"/tmp", "/dev/shm"};

// A device through which a disk can be read below its file system.
bool IsDisk(const struct stat& info, std::string_view name) {
  if (S_ISBLK(info.st_mode))
    return true;
  return S_ISCHR(info.st_mode) && (name.starts_with("sg") || name.starts_with("ng") ||
                                   name.starts_with("nvme") || name.starts_with("raw"));
}

}  // namespace

bool IsWithin(std::string_view path, std::string_view root) {
  if (root == "/")
    return true;
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

ZoneTree::ZoneTree(const sbx_policy& policy) {
  std::vector<Node> nodes;
  nodes.reserve(policy.zone_count + std::size(kHostTemp));
  bool denies_reads = false;
  for (std::size_t i = 0; i < policy.zone_count; ++i) {
    const sbx_zone& zone = policy.zones[i];
    Node node = {
        View(zone.path),     zone.fd, zone.parent, zone.access, zone.object == SBX_OBJECT_DIRECTORY,
        {zone.dev, zone.ino}};
    const std::uint32_t around = zone.parent < 0
                                     ? std::uint32_t{SBX_ACCESS_NONE}
                                     : nodes[static_cast<std::size_t>(zone.parent)].access;
    if (around == SBX_ACCESS_WRITE && zone.access != SBX_ACCESS_WRITE) {
      unheld_.push_back(i);
      node.access = around;  // what it will really be
    } else if (zone.object == SBX_OBJECT_ABSENT) {
      node.access = around;
    }
    denies_reads = denies_reads || node.access == SBX_ACCESS_NONE;
    nodes.push_back(node);
  }
  // Root owns the disks, and needs no capability to read what it owns.
  if (denies_reads && policy.uid == 0)
    CloseDisks(nodes);
  if (policy.tmp == SBX_TMP_PRIVATE)
    CloseHostTemp(nodes);
  CloseAliases(nodes, policy.zone_count);
  grants_.reserve(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i)
    Place(nodes, i);
}

// The zone around it first: what was closed in addition comes after its children.
void ZoneTree::Place(std::vector<Node>& nodes, std::size_t index) {
  Node& node = nodes[index];
  if (node.grant != kUnplaced)
    return;
  int around = kClosed;
  if (node.parent >= 0) {
    const auto parent = static_cast<std::size_t>(node.parent);
    Place(nodes, parent);
    around = nodes[parent].grant;
    if (nodes[parent].access == node.access) {
      node.grant = around;
      return;
    }
  }
  if (node.access == SBX_ACCESS_NONE) {
    node.grant = kClosed;
    if (around >= 0)
      grants_[static_cast<std::size_t>(around)].holes.push_back({node.path, node.id});
    return;
  }
  node.grant = static_cast<int>(grants_.size());
  grants_.push_back({node.fd, node.path, node.directory, node.access == SBX_ACCESS_WRITE, {}});
}

void ZoneTree::CloseHostTemp(std::vector<Node>& nodes) {
  for (const char* name : kHostTemp) {
    UniqueFd fd(open(name, O_PATH | O_DIRECTORY | O_CLOEXEC));
    if (fd.valid())
      CloseAlso(nodes, std::move(fd));
  }
}

void ZoneTree::CloseDisks(std::vector<Node>& nodes) {
  DIR* folder = opendir("/dev");
  if (folder == nullptr)
    return;
  while (const dirent* entry = readdir(folder)) {
    UniqueFd fd(openat(dirfd(folder), entry->d_name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat info {};
    if (fd.valid() && fstat(fd.get(), &info) == 0 && IsDisk(info, entry->d_name))
      CloseAlso(nodes, std::move(fd));
  }
  closedir(folder);
}

void ZoneTree::CloseAliases(std::vector<Node>& nodes, std::size_t zone_count) {
  const std::size_t count = nodes.size();
  std::optional<MountTable> mounts;
  for (std::size_t i = 0; i < count; ++i) {
    const Node node = nodes[i];
    if (node.access != SBX_ACCESS_NONE || node.parent < 0 ||
        nodes[static_cast<std::size_t>(node.parent)].access != SBX_ACCESS_READ) {
      continue;
    }
    if (!mounts)
      mounts = MountTable::Read();
    for (const std::string& alias : mounts->AliasesOf(node.path)) {
      UniqueFd fd(open(alias.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      if (!fd.valid())
        continue;
      if (CloseAlso(nodes, std::move(fd)) == SBX_ACCESS_WRITE && i < zone_count)
        exposed_.push_back({i, paths_.back()});
    }
  }
}

// Closes one more object, unless the zone around it is closed already or was made
// for that very object. Returns what that zone allows.
std::uint32_t ZoneTree::CloseAlso(std::vector<Node>& nodes, UniqueFd fd) {
  struct stat info {};
  char link[64];
  char target[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd.get());
  const ssize_t length = readlink(link, target, sizeof target);
  if (fstat(fd.get(), &info) != 0 || length <= 0 ||
      static_cast<std::size_t>(length) == sizeof target) {
    return SBX_ACCESS_NONE;
  }
  const std::string_view path = paths_.emplace_back(target, static_cast<std::size_t>(length));
  std::size_t around = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (IsWithin(path, nodes[i].path) && nodes[i].path.size() >= nodes[around].path.size())
      around = i;
  }
  if (nodes[around].access != SBX_ACCESS_READ || nodes[around].path == path)
    return nodes[around].access;
  const int index = static_cast<int>(nodes.size());
  for (Node& node : nodes) {
    if (node.parent == static_cast<int>(around) && IsWithin(node.path, path))
      node.parent = index;
  }
  nodes.push_back({path,
                   fd.get(),
                   static_cast<int>(around),
                   SBX_ACCESS_NONE,
                   S_ISDIR(info.st_mode),
                   {static_cast<std::uint64_t>(info.st_dev), info.st_ino}});
  opened_.push_back(std::move(fd));
  return SBX_ACCESS_READ;
}

}  // namespace sbx::runner
