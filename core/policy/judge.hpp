// SPDX-License-Identifier: MIT
//
// Judge: may a target read or write this object? Works from the zones of a
// resolved policy by comparing opened objects, never the text of a path, so
// that links, "..", bind mounts and other spellings give one answer.
//
// The answer is about the moment it was given. Whoever acts on it must act on
// the same opened object, not on the name.
#ifndef SBX_CORE_POLICY_JUDGE_HPP_
#define SBX_CORE_POLICY_JUDGE_HPP_

#include <string>
#include <string_view>

#include "core/policy/resolved_policy.hpp"

namespace sbx {

struct Judgement {
  bool allowed = false;
  int zone = -1;                // index of the deciding zone
  std::string path;             // the object's path as resolved, missing tail included
  std::string rule;             // the deciding rule with its source
  const char* group = nullptr;  // the protect group that it belongs to, static
  bool by_pattern = false;      // a pattern decided, before `zone` would have
};

// `path` may be relative to `cwd`, contain links, and name something that does
// not exist yet: then the directory that would hold it decides.
[[nodiscard]] Result<Judgement> Judge(const ResolvedPolicy& policy, Access access,
                                      std::string_view path, std::string_view cwd);

// The innermost zone that holds an opened object. `directory_fd` is the
// directory that the object was reached in (the object itself for a directory,
// where `object_fd` is -1); both are borrowed. Walks from there to the root by
// descriptor and compares (device, inode). Returns -1 with errno when the walk
// fails, which callers treat as "no".
[[nodiscard]] int ZoneOf(const ResolvedPolicy& policy, int directory_fd, int object_fd);

}  // namespace sbx

#endif  // SBX_CORE_POLICY_JUDGE_HPP_
