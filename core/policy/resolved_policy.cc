// SPDX-License-Identifier: MIT
#include "core/policy/resolved_policy.hpp"

#include <atomic>
#include <utility>

#include "core/platform/files.hpp"

namespace sbx {

namespace {

constexpr std::size_t kFewZones = 16;  // are closed one by one

std::uint64_t NextGeneration() {
  static std::atomic<std::uint64_t> last{0};
  return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace

ResolvedPolicy::ResolvedPolicy(Policy policy, Surroundings around, std::vector<Zone> zones,
                               std::vector<Notice> notices, std::string workspace,
                               std::string temp_dir, sbx_restrictions wanted,
                               sbx_restrictions required, std::string temp_root,
                               UniqueFd temp_root_fd, std::vector<Link> links,
                               std::vector<Pattern> patterns, std::string git_top)
    : policy_(std::move(policy)),
      around_(std::move(around)),
      zones_(std::move(zones)),
      notices_(std::move(notices)),
      workspace_(std::move(workspace)),
      temp_dir_(std::move(temp_dir)),
      temp_root_(std::move(temp_root)),
      temp_root_fd_(std::move(temp_root_fd)),
      links_(std::move(links)),
      patterns_(std::move(patterns)),
      git_top_(std::move(git_top)) {
  zone_views_.reserve(zones_.size());
  for (const Zone& zone : zones_) {
    zone_views_.push_back({Borrow(zone.path), zone.fd.get(), zone.parent,
                           static_cast<std::uint32_t>(zone.access), zone.object, zone.flags, 0,
                           zone.dev, zone.ino, Borrow(zone.rule)});
  }
  link_views_.reserve(links_.size());
  for (const Link& link : links_) {
    link_views_.push_back({Borrow(link.path), Borrow(link.target)});
  }
  view_.size = sizeof view_;
  view_.mode = static_cast<std::uint32_t>(policy_.mode);
  view_.generation = NextGeneration();
  view_.wanted = wanted;
  view_.required = required;
  view_.zones = zone_views_.data();
  view_.zone_count = zone_views_.size();
  view_.tmp = static_cast<std::uint32_t>(policy_.tmp);
  view_.network = static_cast<std::uint32_t>(policy_.network);
  view_.unix_sockets = static_cast<std::uint32_t>(policy_.unix_sockets);
  view_.uid = around_.uid;
  view_.workspace = Borrow(workspace_);
  view_.temp_root = Borrow(temp_root_);
  view_.temp_root_fd = temp_root_fd_.get();
  view_.links = link_views_.data();
  view_.link_count = link_views_.size();
}

ResolvedPolicy::~ResolvedPolicy() {
  if (zones_.size() <= kFewZones) {
    return;
  }
  std::vector<UniqueFd> fds;
  fds.reserve(zones_.size());
  for (Zone& zone : zones_) {
    fds.push_back(std::move(zone.fd));
  }
  files::Close(std::move(fds));
}

}  // namespace sbx
