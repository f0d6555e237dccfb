// SPDX-License-Identifier: MIT
#include "core/policy/scan.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>

#include "core/platform/files.hpp"
#include "core/policy/fold.hpp"
#include "core/policy/locate.hpp"
#include "core/policy/protect_names.hpp"
#include "core/text/inline_text.hpp"

namespace sbx {

namespace {

constexpr std::array<InlineText<16>, 10> kPassedOver = {
    ".git",  "node_modules", "dist",   "build",  "coverage",
    ".next", ".turbo",       ".cache", "target", "vendor",
};

struct Folder {
  std::string path;
  int depth = 0;
};

class Search {
 public:
  Search(std::string root, const ScanLimits& limits) : limits_(limits) {
    pending_.push_back({std::move(root), 0});
  }

  Scanned Run() {
    while (!pending_.empty() && !found_.cut) {
      const Folder folder = std::move(pending_.front());
      pending_.pop_front();
      Visit(folder);
    }
    return std::move(found_);
  }

 private:
  void Visit(const Folder& folder) {
    const files::Opened opened =
        files::Open(files::kNoDirectory, folder.path.c_str(), files::Follow::kNo);
    const auto status = opened.error == 0 ? files::StatusOf(opened.fd.get()) : std::nullopt;
    if (!status || (folder.depth > 0 && status->id.dev != dev_)) {
      return;
    }
    dev_ = status->id.dev;
    const std::optional<files::Listing> listing =
        files::List(opened.fd.get(), limits_.entries - seen_);
    if (!listing) {
      return;
    }
    seen_ += listing->entries.size();
    found_.cut = listing->cut;
    for (const files::Entry& entry : listing->entries) {
      Take(folder, opened.fd.get(), entry);
    }
  }

  void Take(const Folder& folder, int folder_fd, const files::Entry& entry) {
    if (entry.kind == files::Kind::kDirectory) {
      if (IsOneName(folder_fd, entry.name, ".git") && folder.depth > 0 &&
          files::StatusAt(folder_fd, ".git/HEAD").has_value()) {
        Add(found_.repositories, folder, entry);
      }
      const bool passed_over =
          std::find(kPassedOver.begin(), kPassedOver.end(), entry.name) != kPassedOver.end();
      if (!passed_over && folder.depth < limits_.depth) {
        pending_.push_back({JoinPath(folder.path, entry.name), folder.depth + 1});
      }
    } else if (IsSecret(folder_fd, entry.name)) {
      Add(found_.secrets, folder, entry);
    }
  }

  static bool IsSecret(int folder_fd, const std::string& name) {
    return IsSecretName(name) || (IsSecretName(FoldName(name)) && files::FoldsCase(folder_fd));
  }

  void Add(std::vector<std::string>& to, const Folder& folder, const files::Entry& entry) {
    if (found_.secrets.size() + found_.repositories.size() == limits_.matches) {
      found_.cut = true;
      return;
    }
    to.push_back(JoinPath(folder.path, entry.name));
  }

  const ScanLimits& limits_;
  std::deque<Folder> pending_;
  std::size_t seen_ = 0;
  std::uint64_t dev_ = 0;
  Scanned found_;
};

}  // namespace

Scanned Scan(const std::string& root, const ScanLimits& limits) {
  return Search(root, limits).Run();
}

}  // namespace sbx
