// SPDX-License-Identifier: MIT
//
// Whether nobody but root and the user could have changed an object: the one
// rule that folders and files are judged by.
#ifndef SBX_CORE_PLATFORM_LINUX_TRUST_OWNER_HPP_
#define SBX_CORE_PLATFORM_LINUX_TRUST_OWNER_HPP_

#include <sys/stat.h>
#include <unistd.h>

#include <string>

namespace sbx {

// Empty, or why the object is not trusted: a clause that goes on with its path.
inline std::string Distrust(const struct stat& status, const std::string& path) {
  if (status.st_uid != 0 && status.st_uid != geteuid()) {
    return path + " is owned by uid " + std::to_string(status.st_uid) +
           ", which is neither root nor the user; change its owner or use another folder";
  }
  if (!S_ISLNK(status.st_mode) && (status.st_mode & (S_IWGRP | S_IWOTH)) != 0) {
    if (S_ISDIR(status.st_mode) && (status.st_mode & S_ISVTX) != 0)
      return path + " can be written by others than its owner, as is meant; use another folder";
    return path + " can be written by others than its owner; run: chmod go-w " + path;
  }
  return {};
}

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_LINUX_TRUST_OWNER_HPP_
