// SPDX-License-Identifier: MIT
#include "core/review/request_view.hpp"

#include "sbx/plugin/result.hpp"

namespace sbx {

RequestView::RequestView(const ReviewRequest& request) {
  for (const std::string& word : request.argv)
    argv_.push_back(Borrow(word));
  for (const std::string& root : request.writable)
    writable_.push_back(Borrow(root));
  for (const GrantAsked& grant : request.grants)
    grants_.push_back({grant.restriction, grant.access, 0, Borrow(grant.what)});
  for (const DenialSeen& denial : request.denials) {
    denials_.push_back(
        {denial.evidence, 0, Borrow(denial.operation), Borrow(denial.path), Borrow(denial.rule)});
  }
  for (const Turn& turn : request.dialogue)
    dialogue_.push_back({turn.role, 0, Borrow(turn.text)});

  view_.size = sizeof view_;
  view_.flags = request.flags;
  view_.id = Borrow(request.id);
  view_.session = Borrow(request.session);
  view_.tool = Borrow(request.tool);
  view_.origin = request.origin;
  view_.deadline_ms = static_cast<std::uint32_t>(request.deadline.count());
  view_.argv = argv_.data();
  view_.argc = argv_.size();
  view_.arguments = Borrow(request.arguments);
  view_.cwd = Borrow(request.cwd);
  view_.workspace = Borrow(request.workspace);
  view_.runner = Borrow(request.runner);
  view_.mode = request.mode;
  view_.widen = request.widen;
  view_.requested_mode = request.requested_mode;
  view_.exit_status = request.exit_status;
  view_.grants = grants_.data();
  view_.grant_count = grants_.size();
  view_.writable = writable_.data();
  view_.writable_count = writable_.size();
  view_.justification = Borrow(request.justification);
  view_.denials = denials_.data();
  view_.denial_count = denials_.size();
  view_.stdout_tail = Borrow(request.stdout_tail);
  view_.stderr_tail = Borrow(request.stderr_tail);
  view_.dialogue = dialogue_.data();
  view_.turn_count = dialogue_.size();
}

}  // namespace sbx
