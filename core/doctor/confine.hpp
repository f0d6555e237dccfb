// SPDX-License-Identifier: MIT
//
// ConfineWith: an engine and one runner as what the doctor attacks.
#ifndef SBX_CORE_DOCTOR_CONFINE_HPP_
#define SBX_CORE_DOCTOR_CONFINE_HPP_

#include <string>

#include "core/doctor/doctor.hpp"
#include "core/engine/engine.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx {

// `engine` must outlive the result. `weaken` is for tests.
[[nodiscard]] RunConfined ConfineWith(Engine& engine, std::string runner, Surroundings around,
                                      WeakenForTests weaken = {});

}  // namespace sbx

#endif  // SBX_CORE_DOCTOR_CONFINE_HPP_
