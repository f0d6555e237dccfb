// SPDX-License-Identifier: MIT
//
// Instance: one instance of a runner as the contract describes it, called
// function by function. The host's own RunnerHandle refuses what is wrong; here
// it is to be seen. Used in a child only: it believes the plugin's pointers.
#ifndef SBX_CORE_CONFORMANCE_INSTANCE_HPP_
#define SBX_CORE_CONFORMANCE_INSTANCE_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "sbx/abi/draft/runner.h"
#include "sbx/abi/plugin.h"

#include "sbx/plugin/result.hpp"

namespace sbx {

// What one call came to.
struct Answer {
  sbx_status status = SBX_OK;
  bool reasoned = true;  // there was none to give, or it was given
  Error error;           // when status is not SBX_OK
};

// A policy compiled and bound once. `text` is what the plan says, or the sentence
// of who refused it; `fault` is what the contract does not allow, or empty.
struct Bound {
  bool bound = false;
  std::string text;
  std::string fault;
};

class Instance {
 public:
  // `entry` must outlive it.
  explicit Instance(const sbx_plugin_entry& entry);
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;
  ~Instance();

  [[nodiscard]] const Answer& made() const { return made_; }
  [[nodiscard]] const sbx_runner& table() const { return table_; }

  // [serial]
  [[nodiscard]] Answer Configure(std::string_view key, std::string_view value);
  [[nodiscard]] Answer ConfigureNothing();

  // [any]
  [[nodiscard]] Answer Probe(std::uint32_t timeout_ms, sbx_restrictions* can) const;
  [[nodiscard]] Answer Classify(const sbx_failure& failure) const;
  // `rounds` plans of one profile, all alive at once, destroyed first to last.
  [[nodiscard]] Bound Bind(const sbx_policy& policy, unsigned rounds) const;

 private:
  [[nodiscard]] Bound BindProfile(const sbx_policy& policy, const void* profile,
                                  unsigned rounds) const;
  [[nodiscard]] std::string FaultOf(const sbx_policy& policy, const sbx_plan& plan) const;

  std::string id_;
  Answer made_;
  sbx_runner table_{};
  void* self_ = nullptr;
};

// The answer of an entry that is asked for `interface_id`; `given`: it handed out
// a table.
[[nodiscard]] Answer AskFor(const sbx_plugin_entry& entry, const char* interface_id, bool* given);

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_INSTANCE_HPP_
