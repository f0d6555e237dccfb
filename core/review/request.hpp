// SPDX-License-Identifier: MIT
//
// ReviewRequest: everything that a reviewer is told, owned. Where each part may have
// come from is said in sbx/abi/draft/reviewer.h.
#ifndef SBX_CORE_REVIEW_REQUEST_HPP_
#define SBX_CORE_REVIEW_REQUEST_HPP_

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "sbx/abi/draft/reviewer.h"

namespace sbx {

struct GrantAsked {
  sbx_restrictions restriction = 0;  // one bit
  std::uint32_t access = 0;          // SBX_ACCESS_* for a path
  std::string what;                  // path, or HOST[:PORT]
};

struct DenialSeen {
  std::uint32_t evidence = SBX_EVIDENCE_LIKELY;
  std::string operation, path, rule;
};

struct Turn {
  std::uint32_t role = SBX_ROLE_AGENT;
  std::string text;
};

struct ReviewRequest {
  std::string id;  // unlike that of any other review under way
  std::string session, tool;
  std::uint32_t origin = SBX_ORIGIN_AGENT;
  std::chrono::milliseconds deadline{90000};  // for all reviewers of a chain together
  std::vector<std::string> argv;
  std::string arguments;  // canonical JSON, of a tool
  std::string cwd, workspace, runner;
  std::uint32_t mode = SBX_MODE_READ_ONLY;
  std::uint32_t widen = SBX_WIDEN_MODE;
  std::uint32_t requested_mode = SBX_MODE_READ_ONLY;
  std::int32_t exit_status = -1;
  std::uint32_t flags = 0;  // SBX_REVIEW_*
  std::vector<GrantAsked> grants;
  std::vector<std::string> writable;
  std::string justification;
  std::vector<DenialSeen> denials;
  std::string stdout_tail, stderr_tail;
  std::vector<Turn> dialogue;  // oldest first
};

// How many bytes of text a request holds, all parts together.
[[nodiscard]] std::size_t TextSize(const ReviewRequest& request);

// Whether the user said anything: a turn of theirs that is not blank.
[[nodiscard]] bool HasInstruction(const ReviewRequest& request);

}  // namespace sbx

#endif  // SBX_CORE_REVIEW_REQUEST_HPP_
