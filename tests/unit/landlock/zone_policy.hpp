// SPDX-License-Identifier: MIT
//
// A resolved policy written down zone by zone, as Resolve would make it.
#ifndef SBX_TESTS_UNIT_LANDLOCK_ZONE_POLICY_HPP_
#define SBX_TESTS_UNIT_LANDLOCK_ZONE_POLICY_HPP_

#include <fcntl.h>
#include <sys/stat.h>

#include <deque>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sbx/abi/draft/policy.h"

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::testing {

class ZonePolicy {
 public:
  // Zone 0 is "/", readable.
  ZonePolicy() {
    policy_.size = sizeof policy_;
    policy_.mode = SBX_MODE_WORKSPACE_WRITE;
    policy_.wanted = SBX_RESTRICTIONS_ALL;
    policy_.tmp = SBX_TMP_NONE;
    policy_.uid = geteuid();
    policy_.temp_root_fd = -1;
    Zone("/", SBX_ACCESS_READ);
  }

  // Enclosing zones first. An object that does not exist becomes ABSENT.
  ZonePolicy& Zone(const std::string& path, std::uint32_t access, std::uint32_t flags = 0,
                   const std::string& rule = "a rule") {
    const std::string& kept = Keep(path);
    UniqueFd fd(open(path.c_str(), O_PATH | O_CLOEXEC));
    std::uint32_t object = SBX_OBJECT_ABSENT;
    if (!fd.valid()) {
      fd.reset(open(path.substr(0, path.rfind('/')).c_str(), O_PATH | O_CLOEXEC));
    } else {
      struct stat kind {};
      EXPECT_EQ(fstat(fd.get(), &kind), 0);
      object = S_ISDIR(kind.st_mode)   ? SBX_OBJECT_DIRECTORY
               : S_ISREG(kind.st_mode) ? SBX_OBJECT_FILE
                                       : SBX_OBJECT_SPECIAL;
    }
    struct stat info {};
    EXPECT_EQ(fstat(fd.get(), &info), 0) << path;
    int parent = -1;
    for (std::size_t i = 0; i < zones_.size(); ++i) {
      const std::string around(View(zones_[i].path));
      if (around == "/" || path.starts_with(around + "/"))
        parent = static_cast<int>(i);
    }
    zones_.push_back({Borrow(kept), fd.get(), parent, access, object, flags, 0,
                      static_cast<std::uint64_t>(info.st_dev), info.st_ino, Borrow(Keep(rule))});
    fds_.push_back(std::move(fd));
    return *this;
  }

  ZonePolicy& TempRoot(const std::string& path) {
    fds_.emplace_back(open(path.c_str(), O_PATH | O_CLOEXEC));
    policy_.tmp = SBX_TMP_PRIVATE;
    policy_.temp_root = Borrow(Keep(path));
    policy_.temp_root_fd = fds_.back().get();
    return *this;
  }

  sbx_policy& get() {
    policy_.zones = zones_.data();
    policy_.zone_count = zones_.size();
    return policy_;
  }

 private:
  const std::string& Keep(std::string text) { return texts_.emplace_back(std::move(text)); }

  std::deque<std::string> texts_;
  std::vector<UniqueFd> fds_;
  std::vector<sbx_zone> zones_;
  sbx_policy policy_{};
};

}  // namespace sbx::testing

#endif  // SBX_TESTS_UNIT_LANDLOCK_ZONE_POLICY_HPP_
