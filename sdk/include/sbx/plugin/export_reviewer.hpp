// SPDX-License-Identifier: MIT
//
// SBX_REVIEWER_PLUGIN(Class, "id", "version"): makes a library out of a Reviewer.
// Written once, at namespace scope of one source file of the plugin:
//
//   SBX_REVIEWER_PLUGIN(my::Reviewer, "mine", "1.0.0");
//
// `Class` needs a default constructor; one is made for each create().
#ifndef SBX_PLUGIN_EXPORT_REVIEWER_HPP_
#define SBX_PLUGIN_EXPORT_REVIEWER_HPP_

#include <cstring>
#include <exception>
#include <memory>
#include <span>
#include <string_view>
#include <type_traits>

#include "sbx/abi/draft/reviewer.h"
#include "sbx/abi/plugin.h"

#include "sbx/plugin/entry.hpp"
#include "sbx/plugin/guard.hpp"
#include "sbx/plugin/reviewer.hpp"

namespace sbx::plugin::detail {

inline Reviewer& ReviewerOf(void* self) {
  return *static_cast<Reviewer*>(self);
}

inline sbx_status ConfigureReviewer(void* self, const sbx_setting* settings, size_t count,
                                    const sbx_error_sink* errors) noexcept {
  return Guard(errors, "configure the reviewer",
               [&] { return ReviewerOf(self).Configure(std::span(settings, count)); });
}

// An exception is an answer here, and the answer is no; it is reported as well, so that
// a host can tell it from a verdict. Nothing is allocated for it, so that
// std::bad_alloc denies as well.
inline sbx_status Review(void* self, const sbx_review_request* request,
                         const sbx_verdict_sink* sink, const sbx_error_sink* errors) noexcept {
  const auto deny = [sink](std::string_view why) noexcept {
    sink->give(sink->ctx, SBX_VERDICT_DENY, Borrow(why));
    return SBX_OK;
  };
  const auto threw = [&](std::string_view why) noexcept {
    Report(errors, SBX_E_INTERNAL, 0, "review the request", {}, why);
    return deny(why);
  };
  // An older host has no fields behind those that it knows.
  if (request->size < sizeof(sbx_review_request))
    return deny("the reviewer needs more than this version of sbx tells it");
  try {
    const Result<Verdict> result = ReviewerOf(self).Review(*request);
    if (!result)
      return ReportError(errors, result.error());
    sink->give(sink->ctx, result->verdict, Borrow(result->reason));
    return SBX_OK;
  } catch (const std::exception& exception) {
    const std::string_view what = exception.what();
    return threw(what.empty() ? "the reviewer threw an exception" : what);
  } catch (...) {
    return threw("the reviewer threw an unknown exception");
  }
}

inline void CancelReview(void* self, sbx_str request_id) noexcept {
  GuardQuietly([&] { ReviewerOf(self).Cancel(View(request_id)); });
}

inline void DestroyReviewer(void* self) noexcept {
  GuardQuietly([&] { delete static_cast<Reviewer*>(self); });
}

inline constexpr sbx_reviewer kReviewerTable = {
    sizeof(sbx_reviewer), 0, &ConfigureReviewer, &Review, &CancelReview, &DestroyReviewer};

template <typename Class>
sbx_status CreateReviewer(const sbx_host* /*host*/, const char* interface_id,
                          const sbx_error_sink* errors, void** self, const void** table) noexcept {
  static_assert(std::is_base_of_v<Reviewer, Class>,
                "SBX_REVIEWER_PLUGIN takes an sbx::plugin::Reviewer");
  return Guard(errors, "make the reviewer", [&]() -> Result<void> {
    if (std::strcmp(interface_id, SBX_REVIEWER_INTERFACE) != 0) {
      return Fail(SBX_E_UNSUPPORTED, "make an instance of interface", interface_id,
                  "this plugin has " SBX_REVIEWER_INTERFACE);
    }
    std::unique_ptr<Reviewer> reviewer = std::make_unique<Class>();
    *table = &kReviewerTable;
    *self = reviewer.release();
    return {};
  });
}

}  // namespace sbx::plugin::detail

// As SBX_REVIEWER_PLUGIN, under another symbol.
#define SBX_REVIEWER_PLUGIN_NAMED(symbol, Class, id, version) \
  SBX_PLUGIN_ENTRY(symbol, ::sbx::plugin::detail::CreateReviewer<Class>, id, version)

#define SBX_REVIEWER_PLUGIN(Class, id, version) \
  SBX_REVIEWER_PLUGIN_NAMED(SBX_PLUGIN_ENTRY_NAME, Class, id, version)

#endif  // SBX_PLUGIN_EXPORT_REVIEWER_HPP_
