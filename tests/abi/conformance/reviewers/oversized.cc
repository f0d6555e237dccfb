// SPDX-License-Identifier: MIT
//
// Says of its table that it is longer than that of its ABI.
#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
sbx_status Create(const sbx_host* host, const char* interface_id, const sbx_error_sink* errors,
                  void** self, const void** table) noexcept {
  static sbx_reviewer longer = sbx::plugin::detail::kReviewerTable;
  longer.size += 8;
  const void* usual = nullptr;
  const sbx_status status = sbx::plugin::detail::CreateReviewer<sbx::faulty::Reviewer>(
      host, interface_id, errors, self, &usual);
  if (status == SBX_OK)
    *table = &longer;
  return status;
}
}  // namespace

SBX_PLUGIN_ENTRY(sbx_plugin_entry_v1, Create, "oversized", "1.0.0");
