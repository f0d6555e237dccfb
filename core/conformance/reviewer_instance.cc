// SPDX-License-Identifier: MIT
#include "core/conformance/reviewer_instance.hpp"

#include "core/plugin/error_collector.hpp"
#include "core/plugin/table.hpp"
#include "core/review/request_view.hpp"

namespace sbx {
namespace {

void Note(void* ctx, std::uint32_t verdict, sbx_str /*reason*/) noexcept {
  *static_cast<std::uint32_t*>(ctx) = verdict;
}

}  // namespace

ReviewerInstance::ReviewerInstance(const sbx_plugin_entry& entry) {
  const auto made = MakeTable(entry, SBX_REVIEWER_INTERFACE, sizeof(sbx_reviewer));
  if (!made)
    return;
  table_ = CopyTable<sbx_reviewer>(*made);
  self_ = made->self;
  ErrorCollector errors("configure the reviewer", entry.id);
  made_ = table_.configure(self_, nullptr, 0, errors.sink()) == SBX_OK;
}

ReviewerInstance::~ReviewerInstance() {
  if (table_.destroy != nullptr)
    table_.destroy(self_);
}

bool ReviewerInstance::Call(const sbx_review_request& request) const {
  if (!made_)
    return false;
  std::uint32_t verdict = 0;
  const sbx_verdict_sink sink = {&verdict, &Note};
  ErrorCollector errors("review the request", "it");
  return table_.review(self_, &request, &sink, errors.sink()) == SBX_OK &&
         verdict == SBX_VERDICT_ALLOW;
}

bool ReviewerInstance::Review(const ReviewRequest& request) const {
  return Call(RequestView(request).get());
}

bool ReviewerInstance::AllowsWhatEndsEarly() const {
  sbx_review_request early{};
  early.size = offsetof(sbx_review_request, id);
  return Call(early);
}

void ReviewerInstance::Cancel(std::string_view request_id) const {
  if (made_)
    table_.cancel(self_, Borrow(request_id));
}

}  // namespace sbx
