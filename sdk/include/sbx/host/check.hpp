// SPDX-License-Identifier: MIT
//
// Check: what the policy says about a path or the call of a tool, without running
// anything.
#ifndef SBX_HOST_CHECK_HPP_
#define SBX_HOST_CHECK_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "sbx/host/policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::host {

struct Judgement {
  bool allowed = false;
  std::string path;  // of the object as it was resolved, a missing tail included
  std::string rule;  // the one that decides, with its source
};

// `path` may be relative to the policy's base, contain links, and name what
// does not exist: then the directory that would hold it decides. The answer is
// of this moment and about the object, not the name: who acts on it later may
// meet another object. Fails when the path cannot be looked up. [any]
[[nodiscard]] Result<Judgement> Check(const ResolvedPolicy& policy, Access access,
                                      std::string_view path);

// One argument of a tool that was judged, or one of its effects as a whole.
struct ToolFinding {
  std::string argument;  // "arguments.files[0]"; empty for an effect
  std::string effect;    // "read", "write", "network", or what was said
  std::string subject;   // the path as it was resolved, or the address
  bool allowed = false;
  std::string rule;  // the one that decides, or why none can
};

struct ToolJudgement {
  bool allowed = false;
  std::string tool;
  std::vector<ToolFinding> findings;
};

// Whether a tool that acts by itself, as one of an MCP server, may be called: `request`
// is {"name": …, "arguments": {…}, "effects": ["read", "write", "network"]} in JSON. The
// effects are the host's to say. What looks like a path or an address is judged, in any
// depth, and everything has to pass; what cannot be judged is denied. Fails when the
// request is no such object. [any]
[[nodiscard]] Result<ToolJudgement> CheckTool(const ResolvedPolicy& policy,
                                              std::string_view request);

}  // namespace sbx::host

#endif  // SBX_HOST_CHECK_HPP_
