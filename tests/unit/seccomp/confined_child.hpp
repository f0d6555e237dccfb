// SPDX-License-Identifier: MIT
//
// A throw-away child that confines itself by hand, as the interpreter of steps
// would, and then tries something: as root without capabilities and as an
// ordinary user.
#ifndef SBX_TESTS_UNIT_SECCOMP_CONFINED_CHILD_HPP_
#define SBX_TESTS_UNIT_SECCOMP_CONFINED_CHILD_HPP_

#include <linux/filter.h>

#include <functional>
#include <string>
#include <vector>

namespace sbx::testing {

enum class Who { kRoot, kUser };

// Root first when the tests run as root, else the ordinary user that runs them.
[[nodiscard]] std::vector<Who> Everybody();
[[nodiscard]] std::string NameOf(Who who);

// The user that kUser becomes when the tests run as root.
inline constexpr unsigned kOrdinaryUser = 12345;

struct Confinement {
  Who who = Who::kUser;
  int ruleset_fd = -1;              // -1: no Landlock
  std::vector<sock_filter> filter;  // empty: no seccomp
};

// What `action` answered (0 to 250), or that the child could not be confined or
// died of a signal.
inline constexpr int kDied = 253;
inline constexpr int kNotConfined = 254;
[[nodiscard]] int InChild(const Confinement& confinement, const std::function<int()>& action);

// errno after a failed call, 0 after a successful one.
[[nodiscard]] int ErrnoOf(long result);

// A process outside, of the same user and without capabilities, that waits until
// this object dies.
class Bystander {
 public:
  explicit Bystander(Who who);
  ~Bystander();
  Bystander(const Bystander&) = delete;
  Bystander& operator=(const Bystander&) = delete;
  [[nodiscard]] int pid() const { return pid_; }

 private:
  int pid_ = -1;
};

// A folder of its own that belongs to `who` and is removed with its content.
class ScratchFolder {
 public:
  explicit ScratchFolder(Who who);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  void Folder(const std::string& name) const;
  void File(const std::string& name, const std::string& content = "content\n") const;
  [[nodiscard]] std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  void Own(const std::string& path) const;
  std::string path_;
  Who who_;
};

}  // namespace sbx::testing

#endif  // SBX_TESTS_UNIT_SECCOMP_CONFINED_CHILD_HPP_
