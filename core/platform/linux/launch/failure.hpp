// SPDX-License-Identifier: MIT
//
// From {stage, index, errno} to a sentence and an exit code.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_FAILURE_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_FAILURE_HPP_

#include "core/platform/linux/launch/compose.hpp"
#include "core/platform/linux/launch/program.h"
#include "core/platform/run.hpp"

namespace sbx::launch {

// What a step of this kind was to do: "restrict files with Landlock".
[[nodiscard]] const char* Purpose(std::uint32_t step_kind);

// The outcome of a target that was never executed.
[[nodiscard]] Outcome OutcomeOf(const Trouble& trouble, const StepKinds& steps,
                                const Launch& launch, bool confined);

// The same words for something that the run goes on without.
[[nodiscard]] std::string NoticeOf(const Trouble& trouble, const StepKinds& steps);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_FAILURE_HPP_
