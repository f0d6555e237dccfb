// SPDX-License-Identifier: MIT
//
// A reviewer that allows one thing: that a command writes below /srv/stage, when the
// user spoke of that folder. What else is asked is deferred to the next reviewer,
// and what is not understood is denied.
#include <span>
#include <string>
#include <string_view>

#include "sbx/plugin/export_reviewer.hpp"

namespace {

using sbx::View;
using sbx::plugin::Verdict;

constexpr std::string_view kStage = "/srv/stage";

// Whether `path` is the folder or lies below it, by its text alone.
bool IsBelowStage(std::string_view path) {
  if (!path.starts_with(kStage) || path.find("/..") != std::string_view::npos)
    return false;
  return path.size() == kStage.size() || path[kStage.size()] == '/';
}

class StageReviewer final : public sbx::plugin::Reviewer {
 public:
  // Called from several threads at once: nothing here is kept between two calls.
  sbx::Result<Verdict> Review(const sbx_review_request& request) override {
    if (request.argc == 0 && request.arguments.size == 0)
      return sbx::plugin::Deny("the request names no operation");
    switch (request.widen) {
      case SBX_WIDEN_GRANTS:
        return ReviewGrants(request);
      case SBX_WIDEN_MODE:
        return sbx::plugin::Defer("this reviewer knows single folders only");
      default:  // newer than this reviewer
        return sbx::plugin::Deny("the request is of a kind that this reviewer does not know");
    }
  }

 private:
  static Verdict ReviewGrants(const sbx_review_request& request) {
    if (request.grant_count == 0)
      return sbx::plugin::Deny("the request asks for nothing");
    for (const sbx_grant& grant : sbx::plugin::Grants(request)) {
      if (grant.restriction != SBX_FS_WRITE || !IsBelowStage(View(grant.what)))
        return sbx::plugin::Defer("this reviewer knows writing below /srv/stage only");
    }
    // Only the user can say what the user wants: not the justification, not a reply of
    // the agent, and nothing that a command printed.
    if (sbx::plugin::LastInstruction(request).find(kStage) == std::string_view::npos)
      return sbx::plugin::Deny("the user did not speak of /srv/stage");
    return sbx::plugin::Allow();
  }
};

}  // namespace

SBX_REVIEWER_PLUGIN(StageReviewer, "stage", "1.0.0");
