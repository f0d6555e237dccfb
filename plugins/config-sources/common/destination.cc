// SPDX-License-Identifier: MIT
#include "plugins/config-sources/common/destination.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>
#include <string_view>
#include <vector>

namespace sbx::sources {
namespace {

constexpr int kMostLinks = 40;  // as the kernel follows

// Whether only the user and root can have put something at `path`, which has no links in it.
bool IsUsersAlone(const std::string& path) {
  for (std::size_t end = 1;; end = path.find('/', end + 1)) {
    struct stat status {};
    if (stat(end == 1 ? "/" : path.substr(0, end).c_str(), &status) != 0)
      return false;
    if ((status.st_uid != 0 && status.st_uid != geteuid()) ||
        (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
      return false;
    }
    if (end == std::string::npos)
      return true;
  }
}

// One walk from "/", component by component; `left_` has the next one last.
class Walk {
 public:
  explicit Walk(const Ground& ground) : ground_(ground), workspace_(SpellLiteral(".", ground)) {}

  Destination To(std::string_view path) {
    Push(path);
    int links = 0;
    while (!left_.empty()) {
      const std::string name = std::move(left_.back());
      left_.pop_back();
      if (name == "..") {
        at_.resize(at_.empty() ? 0 : at_.rfind('/'));
        continue;
      }
      const std::string next = at_ + "/" + name;
      std::array<char, PATH_MAX> target{};
      const ssize_t size = readlink(next.c_str(), target.data(), target.size());
      if (size <= 0) {
        at_ = next;
        continue;
      }
      Judge();
      if (++links > kMostLinks)
        return {next, Owner::kProject};
      if (target[0] == '/')
        at_.clear();
      Push({target.data(), static_cast<std::size_t>(size)});
    }
    Judge();
    return {Here(), users_ ? Owner::kUser : Owner::kProject};
  }

 private:
  void Push(std::string_view path) {
    while (!path.empty()) {
      const std::size_t slash = path.rfind('/');
      const std::string_view name = path.substr(slash == std::string_view::npos ? 0 : slash + 1);
      if (!name.empty() && name != ".")
        left_.emplace_back(name);
      path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
    }
  }
  [[nodiscard]] std::string Here() const { return at_.empty() ? "/" : at_; }
  void Judge() {
    users_ = users_ && !LiesIn(SpellLiteral(Here(), ground_), workspace_) && IsUsersAlone(Here());
  }

  const Ground& ground_;
  const Spelled workspace_;
  std::vector<std::string> left_;
  std::string at_;  // without links; empty: "/"
  bool users_ = true;
};

}  // namespace

Destination Follow(const std::string& text, const Ground& ground) {
  if (text.starts_with('/'))
    return Walk(ground).To(text);
  if (text == "~" || text.starts_with("~/"))
    return Walk(ground).To(ground.home + text.substr(1));
  return Walk(ground).To(ground.base + "/" + text);
}

}  // namespace sbx::sources
