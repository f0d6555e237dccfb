// SPDX-License-Identifier: MIT
#include <cstdio>

#include "cli/request.hpp"

namespace sbx::cli {

std::optional<bool> Ask(const Host& host, const std::string& question) {
  if (!host.terminal[0] || !host.terminal[2])
    return std::nullopt;
  WriteAll(2, "sbx: " + question + " [y/N] ");
  char line[64];
  if (std::fgets(line, sizeof line, stdin) == nullptr)
    return false;
  std::string answer(line);
  answer.erase(answer.find_last_not_of(" \t\r\n") + 1);
  return answer == "y" || answer == "Y" || answer == "yes";
}

}  // namespace sbx::cli
