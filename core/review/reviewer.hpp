// SPDX-License-Identifier: MIT
//
// Reviewer: a plugin that implements sbx.reviewer/1, library or program, with the
// duties of the host done once. Whatever it does, Ask() comes back by the deadline
// with one of the ends of a review, and allows only by a whole, valid answer.
#ifndef SBX_CORE_REVIEW_REVIEWER_HPP_
#define SBX_CORE_REVIEW_REVIEWER_HPP_

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "core/plugin/registry.hpp"
#include "core/plugin/settings.hpp"
#include "core/review/request.hpp"
#include "core/review/verdict.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

class Reviewer {
 public:
  // Makes and configures one. `home` is for a program: what it is told as HOME. A
  // program is not started yet, so its settings are refused when it is. [serial]
  static Result<std::shared_ptr<Reviewer>> Create(const LoadedPlugin& plugin,
                                                  std::vector<Setting> settings,
                                                  const std::string& home);
  Reviewer(const Reviewer&) = delete;
  Reviewer& operator=(const Reviewer&) = delete;
  virtual ~Reviewer() = default;

  [[nodiscard]] const std::string& id() const { return id_; }

  // [any] Blocks until there is a verdict, `request.deadline` (> 0) is over or `stop`
  // is requested. Asks without a look at the request: see core/review/consult.hpp.
  //
  // A library that does not come back is left behind on its thread, with its instance
  // and a copy of the request; while eight are, it is not asked again. A program is
  // killed, with all that it started.
  [[nodiscard]] virtual Verdict Ask(const ReviewRequest& request, const std::stop_token& stop) = 0;

 protected:
  explicit Reviewer(std::string id) : id_(std::move(id)) {}

 private:
  std::string id_;
};

}  // namespace sbx

#endif  // SBX_CORE_REVIEW_REVIEWER_HPP_
