// SPDX-License-Identifier: MIT
//
// Judge against the rules as they are written down: for each path the deepest
// component that some rule names decides, and denials come last.
#include <random>
#include <set>

#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

class Property : public Lab {
 protected:
  // Folders of a small random tree, relative to the lab, canonical.
  std::vector<std::string> Grow(std::mt19937& random) {
    std::vector<std::string> folders{home_, MakeDir(ws_), MakeDir(out_)};
    for (int i = 0; i < 14; ++i) {
      const std::string& parent = folders[random() % folders.size()];
      static constexpr const char* kNames[] = {"a", "a-b", "b", "b.c", "c"};
      const std::string path = MakeDir(parent + "/" + kNames[random() % 5]);
      if (std::find(folders.begin(), folders.end(), path) == folders.end()) {
        folders.push_back(path);
      }
    }
    return folders;
  }

  // What the rules say, component by component from the root.
  std::string Naive(const std::string& path) const {
    Access access = Access::kRead;
    for (std::size_t end = 1; end <= path.size(); ++end) {
      if (end != path.size() && path[end] != '/') {
        continue;
      }
      const std::string prefix = path.substr(0, end);
      if (prefix == ws_) {
        access = Access::kWrite;
      }
      for (const Effect effect : {Effect::kAllow, Effect::kDeny}) {
        if (effect == Effect::kDeny && prefix == ws_ + "/.sbx") {
          access = std::min(access, Access::kRead);
        }
        for (const auto& [object, rule] : placed_) {
          if (object != prefix || rule.effect != effect) {
            continue;
          }
          if (effect == Effect::kAllow) {
            access = std::max(access, rule.access);
          } else {
            access =
                std::min(access, rule.access == Access::kWrite ? Access::kRead : Access::kNone);
          }
        }
      }
    }
    return access == Access::kWrite ? "write" : access == Access::kRead ? "read" : "none";
  }

  // A name that is kept from being made matters only where it could be made.
  std::string Expected(const std::string& folder, const std::string& tail) const {
    const bool absent = tail.starts_with("/missing") && Naive(folder) != "write";
    return Naive(absent ? folder : folder + tail);
  }

  void Place(const std::string& object, const std::string& spelling, Access access, Effect effect) {
    Add(access, effect, spelling);
    placed_.emplace_back(object, policy_.rules.back());
  }

  std::vector<std::pair<std::string, Rule>> placed_;
};

TEST_F(Property, JudgeAgreesWithTheRulesAsWritten) {
  const unsigned seed = std::random_device{}();
  RecordProperty("seed", std::to_string(seed));
  std::mt19937 random(seed);
  std::vector<std::string> folders;
  std::string link;
  std::string linked;
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE("seed " + std::to_string(seed) + " round " + std::to_string(round));
    if (round % 30 == 0) {
      std::filesystem::remove_all(home_);
      std::filesystem::remove_all(out_);
      folders = Grow(random);
      link = MakeDir(out_ + "/links") + "/l";
      linked = folders[random() % folders.size()];
      MakeLink(linked, link);
    }
    policy_ = {};
    placed_.clear();
    for (std::size_t i = random() % 12; i > 0; --i) {
      std::string object = folders[random() % folders.size()];
      std::string spelling = object;
      const Access access = random() % 2 == 0 ? Access::kRead : Access::kWrite;
      const Effect effect = random() % 2 == 0 ? Effect::kAllow : Effect::kDeny;
      switch (random() % 6) {
        case 0:
          spelling += "/**";
          break;
        case 1:
          spelling += "/../" + object.substr(object.rfind('/') + 1) + "/.";
          break;
        case 2:
          object = linked;
          spelling = link;
          break;
        case 3:
          if (effect == Effect::kDeny) {
            // The first name that is missing is what is kept.
            object += "/missing";
            spelling = object + "/deep";
          }
          break;
        default:
          break;
      }
      if (effect == Effect::kAllow && access == Access::kWrite && object == home_) {
        continue;
      }
      Place(object, spelling, access, effect);
    }
    const Resolved policy = Make();
    ASSERT_NE(policy, nullptr);
    for (const std::string& folder : folders) {
      for (const char* tail : {"", "/new", "/new/deep", "/missing", "/missing/x", "/.sbx/x"}) {
        EXPECT_EQ(Of(policy, folder + tail), Expected(folder, tail)) << folder << tail;
      }
    }
  }
}

}  // namespace
}  // namespace sbx
