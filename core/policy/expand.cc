// SPDX-License-Identifier: MIT
#include "core/policy/expand.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "core/platform/files.hpp"
#include "core/policy/locate.hpp"

namespace sbx {

namespace {

constexpr int kDeepest = 64;
constexpr std::size_t kMostNamed = 3;

class Walk {
 public:
  Walk(const Glob& glob, const ExpandLimits& limits) : glob_(glob), limits_(limits) {}

  Expanded Run() {
    files::Opened base = files::Open(files::kNoDirectory, glob_.base().c_str(), files::Follow::kNo);
    const auto status = base.error == 0 ? files::StatusOf(base.fd.get()) : std::nullopt;
    if (status && status->kind == files::Kind::kDirectory) {
      Visit(base.fd.get(), *status, glob_.base(), glob_.Start(), kDeepest);
    }
    std::sort(found_.paths.begin(), found_.paths.end());
    return std::move(found_);
  }

 private:
  bool Full() {
    found_.cut = found_.cut || seen_ >= limits_.entries || found_.paths.size() >= limits_.matches;
    return found_.cut;
  }

  void Visit(int fd, const files::Status& status, const std::string& path,
             const Glob::States& states, int depth) {
    if (Full()) {
      return;
    }
    if (const std::string* only = glob_.OnlyName(states); only != nullptr) {
      ++seen_;
      if (const auto there = files::StatusAt(fd, only->c_str()); there) {
        Meet(fd, status, path, {*only, there->kind}, states, depth);
      }
      return;
    }
    const std::optional<files::Listing> listing = files::List(fd, limits_.entries - seen_);
    if (!listing) {
      if (found_.closed.size() < kMostNamed) {
        found_.closed.push_back(path);
      }
      return;
    }
    found_.cut = found_.cut || listing->cut;
    seen_ += listing->entries.size();
    for (const files::Entry& entry : listing->entries) {
      Meet(fd, status, path, entry, states, depth);
    }
  }

  void Meet(int fd, const files::Status& status, const std::string& path, const files::Entry& entry,
            const Glob::States& states, int depth) {
    Glob::States next = glob_.Next(states, entry.name);
    if (Glob::States folded = glob_.Next(states, entry.name, Glob::Case::kFolded);
        folded.size() > next.size() && files::FoldsCase(fd)) {
      next = std::move(folded);
    }
    if (next.empty() || Full()) {
      return;
    }
    const std::string below = JoinPath(path, entry.name);
    if (glob_.Accepts(next)) {
      found_.paths.push_back(below);
      return;
    }
    if (entry.kind != files::Kind::kDirectory) {
      return;
    }
    if (depth == 0) {
      found_.cut = true;
      return;
    }
    const files::Opened folder = files::Open(fd, entry.name.c_str(), files::Follow::kNo);
    const auto inside = folder.error == 0 ? files::StatusOf(folder.fd.get()) : std::nullopt;
    if (!inside || inside->kind != files::Kind::kDirectory || inside->held ||
        (inside->id.dev != status.id.dev && files::HasMagicLinks(folder.fd.get()))) {
      return;
    }
    Visit(folder.fd.get(), *inside, below, next, depth - 1);
  }

  const Glob& glob_;
  const ExpandLimits& limits_;
  std::size_t seen_ = 0;
  Expanded found_;
};

}  // namespace

Expanded Expand(const Glob& glob, const ExpandLimits& limits) {
  return Walk(glob, limits).Run();
}

}  // namespace sbx
