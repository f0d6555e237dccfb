// SPDX-License-Identifier: MIT
//
// LibraryReviewer: a reviewer behind its function table.
#ifndef SBX_CORE_REVIEW_LIBRARY_REVIEWER_HPP_
#define SBX_CORE_REVIEW_LIBRARY_REVIEWER_HPP_

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "sbx/abi/draft/reviewer.h"
#include "sbx/abi/plugin.h"

#include "core/review/reviewer.hpp"

namespace sbx {

class LibraryReviewer final : public Reviewer,
                              public std::enable_shared_from_this<LibraryReviewer> {
 public:
  // `entry` must outlive the reviewer (libraries are never unloaded). [serial]
  static Result<std::shared_ptr<Reviewer>> Create(const sbx_plugin_entry& entry,
                                                  const std::vector<Setting>& settings);
  LibraryReviewer(const LibraryReviewer&) = delete;
  LibraryReviewer& operator=(const LibraryReviewer&) = delete;
  ~LibraryReviewer() override;

  [[nodiscard]] Verdict Ask(const ReviewRequest& request, const std::stop_token& stop) override;

 private:
  struct Question;
  LibraryReviewer(std::string id, const sbx_reviewer& table, void* self);
  void Answer(Question& question);

  sbx_reviewer table_;
  void* self_;
  std::atomic<unsigned> under_way_{0};  // calls of review() that have not returned
};

}  // namespace sbx

#endif  // SBX_CORE_REVIEW_LIBRARY_REVIEWER_HPP_
