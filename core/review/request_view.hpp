// SPDX-License-Identifier: MIT
//
// RequestView: a request as the contract has it, borrowed from one that is owned.
#ifndef SBX_CORE_REVIEW_REQUEST_VIEW_HPP_
#define SBX_CORE_REVIEW_REQUEST_VIEW_HPP_

#include <vector>

#include "core/review/request.hpp"

namespace sbx {

class RequestView {
 public:
  // `request` must outlive the view, unchanged.
  explicit RequestView(const ReviewRequest& request);
  RequestView(const RequestView&) = delete;
  RequestView& operator=(const RequestView&) = delete;
  ~RequestView() = default;

  [[nodiscard]] const sbx_review_request& get() const { return view_; }

 private:
  std::vector<sbx_str> argv_, writable_;
  std::vector<sbx_grant> grants_;
  std::vector<sbx_denial> denials_;
  std::vector<sbx_turn> dialogue_;
  sbx_review_request view_{};
};

}  // namespace sbx

#endif  // SBX_CORE_REVIEW_REQUEST_VIEW_HPP_
