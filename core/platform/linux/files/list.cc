// SPDX-License-Identifier: MIT
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <memory>
#include <string_view>

#include "core/platform/files.hpp"

namespace sbx::files {

namespace {

struct CloseFolder {
  void operator()(DIR* folder) const { closedir(folder); }
};

Kind KindOf(int dir_fd, const dirent& entry) {
  switch (entry.d_type) {
    case DT_DIR:
      return Kind::kDirectory;
    case DT_REG:
      return Kind::kFile;
    case DT_LNK:
      return Kind::kLink;
    case DT_UNKNOWN: {
      const std::optional<Status> status = StatusAt(dir_fd, entry.d_name);
      return status ? status->kind : Kind::kSpecial;
    }
    default:
      return Kind::kSpecial;
  }
}

}  // namespace

std::optional<Listing> List(int dir_fd, std::size_t most) {
  const int list_fd = openat(dir_fd, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const std::unique_ptr<DIR, CloseFolder> folder(list_fd < 0 ? nullptr : fdopendir(list_fd));
  if (!folder) {
    if (list_fd >= 0) {
      close(list_fd);
    }
    return std::nullopt;
  }
  Listing listing;
  while (const dirent* entry = readdir(folder.get())) {
    const std::string_view name = entry->d_name;
    if (name == "." || name == "..") {
      continue;
    }
    if (listing.entries.size() == most) {
      listing.cut = true;
      break;
    }
    listing.entries.push_back({std::string(name), KindOf(dir_fd, *entry)});
  }
  return listing;
}

bool IsEmpty(int dir_fd) {
  const std::optional<Listing> listing = List(dir_fd, 0);
  return listing && !listing->cut;
}

}  // namespace sbx::files
