// SPDX-License-Identifier: MIT
//
// Subject: the plugin that is put to the test. The process that tests never opens it:
// a library runs code of its own as soon as it is opened, so that each child opens it
// for itself, and what it does there ends with the child.
#ifndef SBX_CORE_CONFORMANCE_SUBJECT_HPP_
#define SBX_CORE_CONFORMANCE_SUBJECT_HPP_

#include <chrono>
#include <functional>
#include <string_view>

#include "core/plugin/registry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

struct Subject {
  PluginInfo info;                             // what its manifest says
  std::function<Result<LoadedPlugin>()> open;  // in a child only
};

// `registry` must outlive the result.
[[nodiscard]] Result<Subject> FindSubject(const Registry& registry, std::string_view id);

// Whether it can be opened, and makes an instance of `interface_id` that can be
// configured with nothing: what every host does first. What a runner says that it
// understands; 0 of others. The caller has one thread.
[[nodiscard]] Result<sbx_restrictions> TryInstance(const Subject& subject,
                                                   std::string_view interface_id,
                                                   std::chrono::milliseconds patience);

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_SUBJECT_HPP_
