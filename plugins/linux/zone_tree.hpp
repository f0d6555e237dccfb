// SPDX-License-Identifier: MIT
//
// ZoneTree: the zones of a policy as Landlock can see them. Zones that say the
// same as the zone around them are joined with it, and for every readable zone
// the closed objects inside it are collected, because they decide whether the
// zone can be allowed as a whole.
#ifndef SBX_PLUGINS_LINUX_ZONE_TREE_HPP_
#define SBX_PLUGINS_LINUX_ZONE_TREE_HPP_

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "sbx/abi/draft/policy.h"

#include "sbx/plugin/unique_fd.hpp"

namespace sbx::runner {

struct ObjectId {
  std::uint64_t dev = 0;
  std::uint64_t ino = 0;
  bool operator==(const ObjectId&) const = default;
};

// A closed object inside a readable zone.
struct Hole {
  std::string_view path;
  ObjectId id;
};

// A zone that gets rules of its own.
struct Grant {
  int fd = -1;
  std::string_view path;
  bool directory = true;
  bool write = false;
  std::vector<Hole> holes;  // of a readable zone
};

class ZoneTree {
 public:
  // With a private temporary directory those of the host are closed as well.
  // Borrows paths and descriptors of `policy`.
  explicit ZoneTree(const sbx_policy& policy);

  [[nodiscard]] const std::vector<Grant>& grants() const { return grants_; }

  // Zones, by index in the policy, that lie in a writable zone and allow less.
  [[nodiscard]] const std::vector<std::size_t>& unheld() const { return unheld_; }

  // Closed zones that a bind mount shows inside a writable zone as well.
  struct Exposed {
    std::size_t zone;
    std::string_view path;  // there
  };
  [[nodiscard]] const std::vector<Exposed>& exposed() const { return exposed_; }

 private:
  static constexpr int kUnplaced = -1;
  static constexpr int kClosed = -2;
  struct Node {
    std::string_view path;
    int fd = -1;
    int parent = -1;
    std::uint32_t access = SBX_ACCESS_NONE;
    bool directory = true;
    ObjectId id;
    int grant = kUnplaced;  // index of the grant that covers it
  };
  void CloseHostTemp(std::vector<Node>& nodes);
  void CloseDisks(std::vector<Node>& nodes);
  void CloseAliases(std::vector<Node>& nodes, std::size_t zone_count);
  std::uint32_t CloseAlso(std::vector<Node>& nodes, UniqueFd fd);
  void Place(std::vector<Node>& nodes, std::size_t index);

  std::vector<Grant> grants_;
  std::vector<std::size_t> unheld_;
  std::vector<Exposed> exposed_;
  std::vector<UniqueFd> opened_;
  std::deque<std::string> paths_;  // of what was opened here
};

// Whether `path` is `root` or lies below it; both absolute and without links.
[[nodiscard]] bool IsWithin(std::string_view path, std::string_view root);

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LINUX_ZONE_TREE_HPP_
