// SPDX-License-Identifier: MIT
#include "core/config/nearest.hpp"

#include <algorithm>
#include <vector>

namespace sbx {
namespace {

constexpr std::size_t kLongestWord = 64;  // of a longer one nobody can say what was meant

std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::optional<std::string_view> Nearest(std::string_view word,
                                        std::span<const std::string_view> known) {
  if (word.size() > kLongestWord)
    return std::nullopt;
  std::optional<std::string_view> best;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = Distance(word, candidate);
    if (distance <= least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace sbx
