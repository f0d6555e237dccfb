// SPDX-License-Identifier: MIT
#include "sbx/host/policy.hpp"

#include <utility>

#include "core/engine/tool.hpp"
#include "core/host/inner.hpp"
#include "core/host/values.hpp"
#include "core/policy/judge.hpp"

namespace sbx::host {

ResolvedPolicy::ResolvedPolicy(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {
}

const std::string& ResolvedPolicy::workspace() const {
  return impl_->core->workspace();
}

std::vector<std::string> ResolvedPolicy::writable_roots() const {
  std::vector<std::string> roots;
  for (const Zone& zone : impl_->core->zones()) {
    if (zone.access == sbx::Access::kWrite)
      roots.push_back(zone.path);
  }
  return roots;
}

std::vector<std::string> ResolvedPolicy::notices() const {
  std::vector<std::string> sentences = impl_->said.notices;
  for (const Notice& notice : impl_->core->notices())
    sentences.push_back(notice.text);
  return sentences;
}

Result<Judgement> Check(const ResolvedPolicy& policy, Access access, std::string_view path) {
  if (auto known = CheckAccess(access, "access"); !known)
    return known.failure();
  const sbx::ResolvedPolicy& core = *Inner::Of(policy);
  auto judged = Judge(core, static_cast<sbx::Access>(access), path, core.around().cwd);
  if (!judged)
    return judged.failure();
  return Judgement{judged->allowed, std::move(judged->path), std::move(judged->rule)};
}

Result<ToolJudgement> CheckTool(const ResolvedPolicy& policy, std::string_view request) {
  const sbx::ResolvedPolicy& core = *Inner::Of(policy);
  auto judged = sbx::CheckTool(core, request, core.around().cwd);
  if (!judged)
    return judged.failure();
  ToolJudgement shown{judged->allowed, std::move(judged->name), {}};
  for (sbx::ToolFinding& finding : judged->findings) {
    shown.findings.push_back({std::move(finding.argument), std::move(finding.effect),
                              std::move(finding.subject), finding.allowed,
                              std::move(finding.rule)});
  }
  return shown;
}

}  // namespace sbx::host
