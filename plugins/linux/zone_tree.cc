// SPDX-License-Identifier: MIT
#include "plugins/linux/zone_tree.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "sbx/plugin/result.hpp"

namespace sbx::runner {
namespace {

// Directories for the temporary files of everybody.
constexpr const char* kHostTemp[] = {"/tmp", "/var/tmp", "/dev/shm"};

}  // namespace

bool IsWithin(const std::string& path, const std::string& root) {
  if (root == "/") return true;
  return path.starts_with(root) && (path.size() == root.size() || path[root.size()] == '/');
}

ZoneTree::ZoneTree(const sbx_policy& policy) {
  std::vector<Node> nodes;
  nodes.reserve(policy.zone_count + std::size(kHostTemp));
  for (std::size_t i = 0; i < policy.zone_count; ++i) {
    const sbx_zone& zone = policy.zones[i];
    nodes.push_back({std::string(View(zone.path)), zone.fd, zone.parent, zone.access,
                     zone.object == SBX_OBJECT_DIRECTORY, {zone.dev, zone.ino}, -1});
    const Node* parent = zone.parent < 0 ? nullptr : &nodes[static_cast<std::size_t>(zone.parent)];
    if (parent != nullptr && parent->access == SBX_ACCESS_WRITE &&
        zone.access != SBX_ACCESS_WRITE) {
      unheld_.push_back(i);
      nodes.back().access = SBX_ACCESS_WRITE;  // what it will really be
    } else if (zone.object == SBX_OBJECT_ABSENT) {
      nodes.back().access = parent == nullptr ? std::uint32_t{SBX_ACCESS_NONE} : parent->access;
    }
  }
  if (policy.tmp == SBX_TMP_PRIVATE) CloseHostTemp(nodes);

  // Enclosing zones come first; what CloseHostTemp added has parents before it
  // and children that name it, so a second pass in depth order is not needed.
  const auto place = [this, &nodes](auto& self, std::size_t i) -> void {
    Node& node = nodes[i];
    if (node.grant != -1) return;
    const Node* parent = nullptr;
    if (node.parent >= 0) {
      self(self, static_cast<std::size_t>(node.parent));
      parent = &nodes[static_cast<std::size_t>(node.parent)];
      if (parent->access == node.access) {
        node.grant = parent->grant;
        return;
      }
    }
    if (node.access == SBX_ACCESS_NONE) {
      node.grant = -2;
      if (parent != nullptr && parent->grant >= 0) {
        grants_[static_cast<std::size_t>(parent->grant)].holes.push_back({node.path, node.id});
      }
      return;
    }
    node.grant = static_cast<int>(grants_.size());
    grants_.push_back(
        {node.fd, node.path, node.directory, node.access == SBX_ACCESS_WRITE, {}});
  };
  for (std::size_t i = 0; i < nodes.size(); ++i) place(place, i);
}

void ZoneTree::CloseHostTemp(std::vector<Node>& nodes) {
  for (const char* name : kHostTemp) {
    UniqueFd fd(open(name, O_PATH | O_DIRECTORY | O_CLOEXEC));
    struct stat info{};
    if (!fd.valid() || fstat(fd.get(), &info) != 0) continue;
    char link[64];
    char target[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd.get());
    const ssize_t length = readlink(link, target, sizeof target);
    if (length <= 0 || static_cast<std::size_t>(length) == sizeof target) continue;
    const std::string path(target, static_cast<std::size_t>(length));
    int deepest = -1;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (IsWithin(path, nodes[i].path) &&
          (deepest < 0 || nodes[i].path.size() >= nodes[static_cast<std::size_t>(deepest)].path.size())) {
        deepest = static_cast<int>(i);
      }
    }
    if (deepest < 0) continue;
    const Node& around = nodes[static_cast<std::size_t>(deepest)];
    if (around.access != SBX_ACCESS_READ || (around.path == path && deepest != 0)) continue;
    const int index = static_cast<int>(nodes.size());
    for (Node& node : nodes) {
      if (node.parent == deepest && IsWithin(node.path, path)) node.parent = index;
    }
    nodes.push_back({path, fd.get(), deepest, SBX_ACCESS_NONE, true,
                     {static_cast<std::uint64_t>(info.st_dev), info.st_ino}, -1});
    opened_.push_back(std::move(fd));
  }
}

}  // namespace sbx::runner
