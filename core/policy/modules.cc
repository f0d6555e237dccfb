// SPDX-License-Identifier: MIT
#include <utility>

#include "core/platform/files.hpp"
#include "core/policy/protect.hpp"

namespace sbx {

namespace {

constexpr std::size_t kMostEntries = 256;
constexpr int kDeepest = 4;  // a submodule is called as its path, "third_party/lib/x"

// Git directories in a folder of them, by what each has.
class Finder {
 public:
  Modules Run(const std::string& git_directory) {
    Visit(JoinPath(git_directory, "modules"), kDeepest);
    Visit(JoinPath(git_directory, "worktrees"), 1);
    return std::move(found_);
  }

 private:
  void Visit(const std::string& path, int depth) {
    const files::Opened folder = files::Open(files::kNoDirectory, path.c_str(), files::Follow::kNo);
    if (folder.error != 0) {
      return;
    }
    const std::optional<files::Listing> listing = files::List(folder.fd.get(), kMostEntries);
    if (!listing) {
      return;
    }
    found_.cut = found_.cut || listing->cut;
    for (const files::Entry& entry : listing->entries) {
      if (entry.kind != files::Kind::kDirectory) {
        continue;
      }
      const std::string below = JoinPath(path, entry.name);
      const bool repository =
          files::StatusAt(folder.fd.get(), (entry.name + "/HEAD").c_str()).has_value();
      if (repository && found_.paths.size() == kMostModules) {
        found_.cut = true;
        return;
      }
      if (repository) {
        found_.paths.push_back(below);
      }
      if (depth > 1) {
        Visit(repository ? JoinPath(below, "modules") : below, depth - 1);
      }
    }
  }

  Modules found_;
};

}  // namespace

Modules ModulesIn(const std::string& git_directory) {
  return Finder().Run(git_directory);
}

}  // namespace sbx
