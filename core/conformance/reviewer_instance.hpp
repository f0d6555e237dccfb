// SPDX-License-Identifier: MIT
//
// ReviewerInstance: one instance of a reviewer, called function by function. The host's
// own adapter comes back when the plugin does not; here that is to be seen. Used in a
// child only: it believes the plugin's pointers.
#ifndef SBX_CORE_CONFORMANCE_REVIEWER_INSTANCE_HPP_
#define SBX_CORE_CONFORMANCE_REVIEWER_INSTANCE_HPP_

#include <string_view>

#include "sbx/abi/draft/reviewer.h"
#include "sbx/abi/plugin.h"

#include "core/review/request.hpp"

namespace sbx {

class ReviewerInstance {
 public:
  // `entry` must outlive it. One that cannot be made allows nothing.
  explicit ReviewerInstance(const sbx_plugin_entry& entry);
  ReviewerInstance(const ReviewerInstance&) = delete;
  ReviewerInstance& operator=(const ReviewerInstance&) = delete;
  ~ReviewerInstance();

  // [any] Returns when review() does; whether it allowed.
  bool Review(const ReviewRequest& request) const;
  // The same with a request of a host that knew fewer fields.
  [[nodiscard]] bool AllowsWhatEndsEarly() const;
  void Cancel(std::string_view request_id) const;  // [cancel]

 private:
  [[nodiscard]] bool Call(const sbx_review_request& request) const;

  sbx_reviewer table_{};
  void* self_ = nullptr;
  bool made_ = false;
};

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_REVIEWER_INSTANCE_HPP_
