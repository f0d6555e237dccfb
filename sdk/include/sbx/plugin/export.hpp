// SPDX-License-Identifier: MIT
//
// SBX_RUNNER_PLUGIN(Class, "id", "version"): makes a library out of a Runner.
// Written once, at namespace scope of one source file of the plugin:
//
//   SBX_RUNNER_PLUGIN(my::Runner, "mine", "1.0.0");
//
// It defines the entry that the host looks for and an sbx_runner table over the
// class. `Class` needs a default constructor; one is made for each create().
// Reviewers and config sources have headers of their own (export_reviewer.hpp,
// export_config_source.hpp).
#ifndef SBX_PLUGIN_EXPORT_HPP_
#define SBX_PLUGIN_EXPORT_HPP_

#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

#include "sbx/abi/draft/runner.h"
#include "sbx/abi/plugin.h"

#include "sbx/plugin/entry.hpp"
#include "sbx/plugin/guard.hpp"
#include "sbx/plugin/runner.hpp"

namespace sbx::plugin::detail {

// One runner with its own table, because `understood` belongs to the instance.
struct Instance {
  std::unique_ptr<Runner> runner;
  sbx_runner table{};
};

// A plan as the host sees it, with the object that keeps it alive behind it.
struct BoundPlan {
  std::unique_ptr<Plan> plan;
  sbx_plan view{};
};

inline Runner& RunnerOf(void* self) {
  return *static_cast<Instance*>(self)->runner;
}

inline sbx_status Configure(void* self, const sbx_setting* settings, size_t count,
                            const sbx_error_sink* errors) noexcept {
  return Guard(errors, "configure the runner",
               [&] { return RunnerOf(self).Configure(std::span(settings, count)); });
}

inline sbx_status Probe(void* self, std::uint32_t timeout_ms, const sbx_error_sink* errors,
                        sbx_restrictions* can, void (*note)(void* ctx, sbx_str line) noexcept,
                        void* note_ctx) noexcept {
  return Guard(errors, "probe the runner", [&]() -> Result<void> {
    Result<ProbeResult> result = RunnerOf(self).Probe(timeout_ms);
    if (!result)
      return result.failure();
    if (note != nullptr) {
      for (const std::string& line : result->notes)
        note(note_ctx, Borrow(line));
    }
    *can = result->can;
    return {};
  });
}

inline sbx_status Compile(void* self, const sbx_policy* policy, const sbx_error_sink* errors,
                          void** profile) noexcept {
  return Guard(errors, "compile the policy", [&]() -> Result<void> {
    Result<std::unique_ptr<Profile>> result = RunnerOf(self).Compile(*policy);
    if (!result)
      return result.failure();
    if (*result == nullptr)
      return Fail(SBX_E_INTERNAL, "compile the policy", {}, "no profile came back");
    *profile = result->release();
    return {};
  });
}

inline void DestroyProfile(void* /*self*/, void* profile) noexcept {
  GuardQuietly([&] { delete static_cast<Profile*>(profile); });
}

inline sbx_status Bind(void* self, const void* profile, const sbx_launch* launch,
                       const sbx_error_sink* errors, const sbx_plan** plan) noexcept {
  return Guard(errors, "bind the launch", [&]() -> Result<void> {
    Result<std::unique_ptr<Plan>> result =
        RunnerOf(self).Bind(*static_cast<const Profile*>(profile), *launch);
    if (!result)
      return result.failure();
    if (*result == nullptr)
      return Fail(SBX_E_INTERNAL, "bind the launch", {}, "no plan came back");
    auto bound = std::make_unique<BoundPlan>();
    bound->plan = *std::move(result);
    bound->view = bound->plan->view();
    bound->view.owner = bound.get();
    *plan = &bound.release()->view;
    return {};
  });
}

inline void DestroyPlan(void* /*self*/, const sbx_plan* plan) noexcept {
  GuardQuietly([&] { delete static_cast<BoundPlan*>(plan->owner); });
}

inline sbx_status Classify(void* self, const sbx_failure* failure,
                           const sbx_error_sink* errors) noexcept {
  return Guard(errors, "explain a failed launch",
               [&]() -> Result<void> { return Failure{RunnerOf(self).Classify(*failure)}; });
}

inline void Destroy(void* self) noexcept {
  GuardQuietly([&] { delete static_cast<Instance*>(self); });
}

template <typename Class>
sbx_status Create(const sbx_host* /*host*/, const char* interface_id, const sbx_error_sink* errors,
                  void** self, const void** table) noexcept {
  static_assert(std::is_base_of_v<Runner, Class>, "SBX_RUNNER_PLUGIN takes an sbx::plugin::Runner");
  return Guard(errors, "make the runner", [&]() -> Result<void> {
    if (std::strcmp(interface_id, SBX_RUNNER_INTERFACE) != 0) {
      return Fail(SBX_E_UNSUPPORTED, "make an instance of interface", interface_id,
                  "this plugin has " SBX_RUNNER_INTERFACE);
    }
    auto instance = std::make_unique<Instance>();
    instance->runner = std::make_unique<Class>();
    instance->table = {sizeof(sbx_runner), 0,       instance->runner->Understood(),
                       &Configure,         &Probe,  &Compile,
                       &DestroyProfile,    &Bind,   &DestroyPlan,
                       &Classify,          &Destroy};
    *table = &instance->table;
    *self = instance.release();
    return {};
  });
}

}  // namespace sbx::plugin::detail

// As SBX_RUNNER_PLUGIN, under another symbol.
#define SBX_RUNNER_PLUGIN_NAMED(symbol, Class, id, version) \
  SBX_PLUGIN_ENTRY(symbol, ::sbx::plugin::detail::Create<Class>, id, version)

#define SBX_RUNNER_PLUGIN(Class, id, version) \
  SBX_RUNNER_PLUGIN_NAMED(SBX_PLUGIN_ENTRY_NAME, Class, id, version)

#endif  // SBX_PLUGIN_EXPORT_HPP_
