// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/search.hpp"

namespace sbx::launch {

std::vector<std::string> Candidates(std::string_view command, const std::vector<std::string>& env) {
  if (command.empty())
    return {};
  if (command.find('/') != std::string_view::npos)
    return {std::string(command)};
  std::string_view path = "/usr/local/bin:/usr/bin:/bin";
  for (const std::string& entry : env) {
    if (entry.rfind("PATH=", 0) != 0)
      continue;
    path = std::string_view(entry).substr(5);
    break;
  }
  std::vector<std::string> candidates;
  for (;;) {
    const std::size_t colon = path.find(':');
    const std::string_view folder = path.substr(0, colon);
    std::string candidate(folder.empty() ? std::string_view(".") : folder);
    candidate += '/';
    candidate += command;
    candidates.push_back(std::move(candidate));
    if (colon == std::string_view::npos)
      return candidates;
    path.remove_prefix(colon + 1);
  }
}

std::vector<std::string> MergeEnv(std::vector<std::string> env,
                                  const std::vector<std::string>& entries) {
  for (const std::string& entry : entries) {
    const std::string_view name = std::string_view(entry).substr(0, entry.find('=') + 1);
    bool placed = false;
    for (std::string& existing : env) {
      if (name.empty() || existing.compare(0, name.size(), name) != 0)
        continue;
      existing = entry;
      placed = true;
    }
    if (!placed)
      env.push_back(entry);
  }
  return env;
}

}  // namespace sbx::launch
