// SPDX-License-Identifier: MIT
//
// PolicyBuilder: an sbx_policy for tests, from a list of zones. Open() takes the
// descriptors and identities of what really is there; without it the zones are
// names only, which is all that the pure parts look at.
#ifndef SBX_TESTS_UNIT_BWRAP_POLICY_BUILDER_HPP_
#define SBX_TESTS_UNIT_BWRAP_POLICY_BUILDER_HPP_

#include <fcntl.h>
#include <sys/stat.h>

#include <deque>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "sbx/abi/draft/policy.h"

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::bwrap {

class PolicyBuilder {
 public:
  PolicyBuilder() {
    policy_.size = sizeof policy_;
    policy_.mode = SBX_MODE_WORKSPACE_WRITE;
    policy_.uid = 1000;
    policy_.temp_root_fd = -1;
    policy_.wanted = SBX_RESTRICTIONS_ALL;
    Zone("/", SBX_ACCESS_READ);
  }

  PolicyBuilder& Root(std::uint32_t access) {
    zones_[0].access = access;
    return *this;
  }
  PolicyBuilder& Zone(std::string path, std::uint32_t access,
                      std::uint32_t object = SBX_OBJECT_DIRECTORY,
                      std::uint32_t flags = SBX_ZONE_EXPLICIT) {
    kept_.push_back(std::move(path));
    kept_.push_back("--rule " + kept_.back());
    const std::string& kept = kept_[kept_.size() - 2];
    sbx_zone zone{};
    zone.path = Borrow(kept);
    zone.rule = Borrow(kept_.back());
    zone.fd = -1;
    zone.access = access;
    zone.object = object;
    zone.flags = flags;
    zones_.push_back(zone);
    return *this;
  }
  PolicyBuilder& Read(std::string path) { return Zone(std::move(path), SBX_ACCESS_READ); }
  PolicyBuilder& Write(std::string path) { return Zone(std::move(path), SBX_ACCESS_WRITE); }
  PolicyBuilder& None(std::string path) { return Zone(std::move(path), SBX_ACCESS_NONE); }
  PolicyBuilder& ReadFile(std::string path) {
    return Zone(std::move(path), SBX_ACCESS_READ, SBX_OBJECT_FILE);
  }
  PolicyBuilder& NoFile(std::string path) {
    return Zone(std::move(path), SBX_ACCESS_NONE, SBX_OBJECT_FILE);
  }
  PolicyBuilder& Absent(std::string path, std::uint32_t access = SBX_ACCESS_READ) {
    return Zone(std::move(path), access, SBX_OBJECT_ABSENT);
  }
  PolicyBuilder& Tmp(std::uint32_t tmp) {
    policy_.tmp = tmp;
    return *this;
  }
  PolicyBuilder& Network(std::uint32_t network) {
    policy_.network = network;
    return *this;
  }
  PolicyBuilder& Unix(std::uint32_t unix_sockets) {
    policy_.unix_sockets = unix_sockets;
    return *this;
  }
  PolicyBuilder& Uid(std::uint32_t uid) {
    policy_.uid = uid;
    return *this;
  }
  PolicyBuilder& Wanted(sbx_restrictions wanted) {
    policy_.wanted = wanted;
    return *this;
  }

  PolicyBuilder& Open() {
    for (sbx_zone& zone : zones_) {
      std::string path(View(zone.path));
      if (zone.object == SBX_OBJECT_ABSENT)
        path.resize(path.rfind('/') + 1);
      UniqueFd fd(open(path.c_str(), O_PATH | O_CLOEXEC | O_NOFOLLOW));
      struct stat status {};
      if (!fd.valid() || fstat(fd.get(), &status) != 0)
        throw std::runtime_error("cannot open " + path);
      zone.fd = fd.get();
      zone.dev = status.st_dev;
      zone.ino = status.st_ino;
      fds_.push_back(std::move(fd));
    }
    return *this;
  }

  const sbx_policy& view() {
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      zones_[i].parent = -1;
      for (std::size_t j = 0; j < zones_.size(); ++j) {
        const std::string_view outer = View(zones_[j].path), inner = View(zones_[i].path);
        const bool within = outer.size() < inner.size() && inner.starts_with(outer) &&
                            (outer == "/" || inner[outer.size()] == '/');
        if (within &&
            (zones_[i].parent < 0 ||
             outer.size() > zones_[static_cast<std::size_t>(zones_[i].parent)].path.size)) {
          zones_[i].parent = static_cast<int>(j);
        }
      }
    }
    policy_.zones = zones_.data();
    policy_.zone_count = zones_.size();
    return policy_;
  }

 private:
  std::deque<std::string> kept_;
  std::vector<sbx_zone> zones_;
  std::vector<UniqueFd> fds_;
  sbx_policy policy_{};
};

}  // namespace sbx::bwrap

#endif  // SBX_TESTS_UNIT_BWRAP_POLICY_BUILDER_HPP_
