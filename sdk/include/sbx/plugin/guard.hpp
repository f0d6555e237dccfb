// SPDX-License-Identifier: MIT
//
// Guard: the wall that no exception of a plugin passes. A function of a table
// runs its whole body in Guard(); what the body throws becomes SBX_E_INTERNAL
// and a report, what it returns as a Result becomes a status and a report.
#ifndef SBX_PLUGIN_GUARD_HPP_
#define SBX_PLUGIN_GUARD_HPP_

#include <exception>
#include <string_view>
#include <utility>

#include "sbx/abi/base.h"

#include "sbx/plugin/result.hpp"

namespace sbx::plugin {

// Hands one reason to the host. A sink may be absent.
inline void Report(const sbx_error_sink* errors, sbx_status status, int os_error,
                   std::string_view operation, std::string_view subject,
                   std::string_view hint) noexcept {
  if (errors == nullptr || errors->report == nullptr)
    return;
  errors->report(errors->ctx, status, os_error, Borrow(operation), Borrow(subject), Borrow(hint));
}

// Reports `error` and returns the status for it. An error that claims success
// is a fault of the plugin: it must never look like an answer.
inline sbx_status ReportError(const sbx_error_sink* errors, const Error& error) noexcept {
  const sbx_status status = error.status == SBX_OK ? SBX_E_INTERNAL : error.status;
  Report(errors, status, error.os_error, error.operation, error.subject, error.hint);
  return status;
}

// Runs `body`, which returns Result<void>. `operation` names the call in the
// report of an exception ("compile the policy"). Reporting an exception
// allocates nothing, so that std::bad_alloc is reported as well.
template <typename Body>
[[nodiscard]] sbx_status Guard(const sbx_error_sink* errors, std::string_view operation,
                               Body&& body) noexcept {
  try {
    const Result<void> result = std::forward<Body>(body)();
    return result ? SBX_OK : ReportError(errors, result.error());
  } catch (const std::exception& exception) {
    Report(errors, SBX_E_INTERNAL, 0, operation, {}, exception.what());
  } catch (...) {
    Report(errors, SBX_E_INTERNAL, 0, operation, {}, "the plugin threw an unknown exception");
  }
  return SBX_E_INTERNAL;
}

// The same for a function that returns nothing: there is nobody to tell.
template <typename Body>
void GuardQuietly(Body&& body) noexcept {
  try {
    std::forward<Body>(body)();
  } catch (...) {  // NOLINT(bugprone-empty-catch)
  }
}

}  // namespace sbx::plugin

#endif  // SBX_PLUGIN_GUARD_HPP_
