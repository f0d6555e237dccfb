// SPDX-License-Identifier: MIT
//
// CheckTool: may a tool of a host be called with these arguments? For tools that act by
// themselves, as those of an MCP server: every argument that names a path or an address
// is judged by the policy, and everything has to pass (F-36, F-40).
//
// A request is one JSON object:
//   {"name": "edit", "arguments": {…}, "effects": ["read", "write", "network"]}
// The effects are the host's to know, never the tool's or the model's to say: without
// them, with one that cannot be judged, or where nothing in the arguments says what one
// would be about, the answer is no.
#ifndef SBX_CORE_ENGINE_TOOL_HPP_
#define SBX_CORE_ENGINE_TOOL_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "core/policy/resolved_policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// One argument that was judged, or one effect that none of them speaks of.
struct ToolFinding {
  std::string argument;  // "arguments.files[0]"; empty for an effect as a whole
  std::string effect;    // "read", "write", "network", or what was said
  std::string subject;   // the path as resolved, or the address
  bool allowed = false;
  std::string rule;  // the deciding rule, or why it cannot be judged
};

struct ToolJudgement {
  bool allowed = false;
  std::string name;
  std::vector<ToolFinding> findings;
};

// What counts: an http or https address, for the network; a file: address, a name of the
// argument that speaks of paths ("path", "outputFile", "dest_dir" …), or a value or a key
// that looks like a path ("/etc", "~/x", "../x", "a/b.c"), for reading, and for writing
// where that is an effect; any other address has nobody who could judge it. Relative
// paths start from `cwd`. A request that is no such object fails. [any]
[[nodiscard]] Result<ToolJudgement> CheckTool(const ResolvedPolicy& policy,
                                              std::string_view request, std::string_view cwd);

}  // namespace sbx

#endif  // SBX_CORE_ENGINE_TOOL_HPP_
