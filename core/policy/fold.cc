// SPDX-License-Identifier: MIT
#include "core/policy/fold.hpp"

#include "core/platform/files.hpp"

namespace sbx {

std::string FoldName(std::string_view name) {
  std::string folded;
  folded.reserve(name.size());
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x80) {
      if (byte >= 0xc0)
        folded += '\x80';
      continue;
    }
    folded += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return folded;
}

bool IsOneName(int dir_fd, std::string_view a, std::string_view b) {
  return a == b || (FoldName(a) == FoldName(b) && files::FoldsCase(dir_fd));
}

}  // namespace sbx
