// SPDX-License-Identifier: MIT
//
// A table without the wall: what is thrown leaves it.
#include <stdexcept>

#include "tests/abi/conformance/reviewers/faulty.hpp"

namespace {
sbx_status Review(void* /*self*/, const sbx_review_request* /*request*/,
                  const sbx_verdict_sink* /*sink*/,
                  const sbx_error_sink* /*errors*/) noexcept(false) {
  throw std::runtime_error("nobody catches this");
}

sbx_status Create(const sbx_host* host, const char* interface_id, const sbx_error_sink* errors,
                  void** self, const void** table) noexcept {
  static sbx_reviewer open = sbx::plugin::detail::kReviewerTable;
  open.review = reinterpret_cast<decltype(open.review)>(&Review);
  const void* usual = nullptr;
  const sbx_status status = sbx::plugin::detail::CreateReviewer<sbx::faulty::Reviewer>(
      host, interface_id, errors, self, &usual);
  if (status == SBX_OK)
    *table = &open;
  return status;
}
}  // namespace

SBX_PLUGIN_ENTRY(sbx_plugin_entry_v1, Create, "lets_through", "1.0.0");
