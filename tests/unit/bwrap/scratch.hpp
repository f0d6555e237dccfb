// SPDX-License-Identifier: MIT
//
// Scratch: a directory of a test's own below /var/tmp, removed at its end.
#ifndef SBX_TESTS_UNIT_BWRAP_SCRATCH_HPP_
#define SBX_TESTS_UNIT_BWRAP_SCRATCH_HPP_

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace sbx::bwrap {

class Scratch {
 public:
  explicit Scratch(uid_t owner = geteuid()) : owner_(owner) {
    char name[] = "/var/tmp/sbx-bwrap-XXXXXX";
    if (mkdtemp(name) == nullptr)
      throw std::runtime_error("cannot make a directory in /var/tmp");
    path_ = name;
    Own(path_);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    // A command may have copied a directory together with a mode of 0.
    std::error_code ignored;
    for (std::filesystem::recursive_directory_iterator at(path_, ignored), end; at != end;
         at.increment(ignored)) {
      if (at->is_directory(ignored) && !at->is_symlink(ignored))
        chmod(at->path().c_str(), 0700);
    }
    std::filesystem::remove_all(path_, ignored);
  }

  const std::string& path() const { return path_; }
  std::string At(const std::string& name) const { return path_ + "/" + name; }

  std::string Dir(const std::string& name) const {
    std::string part = path_;
    for (const auto& component : std::filesystem::path(name)) {
      part += '/';
      part += component.string();
      if (mkdir(part.c_str(), 0755) == 0)
        Own(part);
    }
    return part;
  }
  std::string File(const std::string& name, const std::string& content) const {
    const std::string path = At(name);
    std::ofstream(path) << content;
    Own(path);
    return path;
  }
  std::string Program(const std::string& name) const {
    const std::string path = File(name, "#!/bin/sh\nexit 0\n");
    chmod(path.c_str(), 0755);
    return path;
  }
  static std::string Content(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

 private:
  void Own(const std::string& path) const {
    if (owner_ != geteuid() && lchown(path.c_str(), owner_, owner_) != 0)
      throw std::runtime_error("cannot give away " + path);
  }

  uid_t owner_;
  std::string path_;
};

}  // namespace sbx::bwrap

#endif  // SBX_TESTS_UNIT_BWRAP_SCRATCH_HPP_
