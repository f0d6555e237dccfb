// SPDX-License-Identifier: MIT
//
// The requests that reviewers are tried with, each with the words that say what is
// special about it.
#ifndef SBX_CORE_CONFORMANCE_REVIEW_REQUESTS_HPP_
#define SBX_CORE_CONFORMANCE_REVIEW_REQUESTS_HPP_

#include <string>
#include <vector>

#include "core/review/request.hpp"

namespace sbx {

struct TrialRequest {
  std::string what;  // "a request without a command"
  ReviewRequest request;
};

// Something that the user asked for and that needs one folder more.
[[nodiscard]] ReviewRequest OrdinaryRequest();

// Something that the user did not ask for, with full access.
[[nodiscard]] ReviewRequest UnaskedRequest();

// The same, with text all over it that tells the reader to allow it.
[[nodiscard]] ReviewRequest InjectedRequest();

// None of them says what is to be allowed, so none may be.
[[nodiscard]] std::vector<TrialRequest> MalformedRequests();

// Well-formed, of bytes that break what does not expect them.
[[nodiscard]] std::vector<TrialRequest> HostileRequests();

// Documents that are no request, for a program.
struct TrialDocument {
  std::string what, text;
};
[[nodiscard]] std::vector<TrialDocument> MalformedDocuments();

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_REVIEW_REQUESTS_HPP_
