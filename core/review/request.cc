// SPDX-License-Identifier: MIT
#include "core/review/request.hpp"

#include <algorithm>

namespace sbx {

std::size_t TextSize(const ReviewRequest& request) {
  std::size_t size = 0;
  for (const std::string* text :
       {&request.id, &request.session, &request.tool, &request.arguments, &request.cwd,
        &request.workspace, &request.runner, &request.justification, &request.stdout_tail,
        &request.stderr_tail})
    size += text->size();
  // An empty word costs as well: a million of them are not small.
  for (const std::string& word : request.argv)
    size += word.size() + 1;
  for (const std::string& root : request.writable)
    size += root.size() + 1;
  for (const GrantAsked& grant : request.grants)
    size += grant.what.size() + sizeof(sbx_grant);
  for (const DenialSeen& denial : request.denials)
    size += denial.operation.size() + denial.path.size() + denial.rule.size() + 1;
  for (const Turn& turn : request.dialogue)
    size += turn.text.size() + 1;
  return size;
}

bool HasInstruction(const ReviewRequest& request) {
  return std::ranges::any_of(request.dialogue, [](const Turn& turn) {
    return turn.role == SBX_ROLE_USER &&
           turn.text.find_first_not_of(" \t\r\n") != std::string::npos;
  });
}

}  // namespace sbx
