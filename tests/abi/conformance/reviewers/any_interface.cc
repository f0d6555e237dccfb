// SPDX-License-Identifier: MIT
//
// Has every interface that it is asked for.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
sbx_status Create(const sbx_host* host, const char* /*interface_id*/, const sbx_error_sink* errors,
                  void** self, const void** table) noexcept {
  return sbx::plugin::detail::CreateReviewer<sbx::faulty::Reviewer>(host, SBX_REVIEWER_INTERFACE,
                                                                    errors, self, table);
}
}  // namespace

SBX_PLUGIN_ENTRY(sbx_plugin_entry_v1, Create, "any_interface", "1.0.0");
