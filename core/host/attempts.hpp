// SPDX-License-Identifier: MIT
//
// Attempts: the runners that a launch may use, one after the other, until one is
// started. Asked again when the one that was started turned out not to work.
#ifndef SBX_CORE_HOST_ATTEMPTS_HPP_
#define SBX_CORE_HOST_ATTEMPTS_HPP_

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/host/inner.hpp"

namespace sbx::host {

class Attempts {
 public:
  Attempts(std::shared_ptr<Inner::EngineImpl> engine,
           std::shared_ptr<const sbx::ResolvedPolicy> policy, sbx::Launch launch,
           const std::string& choice);

  // The next candidate that starts; when none is left, one sentence with the
  // reason of each. [serial]
  Result<std::unique_ptr<sbx::Run>> Next(const RunEvents& events);

  // Why the last one was given up.
  void Remember(const Error& error);

  // What to say when one that was given up may have held more than `run`; else empty.
  [[nodiscard]] std::string PassedOver(const sbx::Run& run) const;

  // Of all that was given up; something was.
  [[nodiscard]] Error Reason() const;

  [[nodiscard]] bool left() const { return at_ < candidates_.size(); }
  [[nodiscard]] const std::string& runner() const { return runner_; }

 private:
  std::shared_ptr<Inner::EngineImpl> engine_;
  std::shared_ptr<const sbx::ResolvedPolicy> policy_;
  sbx::Launch launch_;
  std::string choice_;
  std::vector<std::string> candidates_;
  std::size_t at_ = 0;
  std::string runner_;
  std::vector<Error> reasons_;
  std::vector<std::string> ids_;  // of reasons_
};

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_ATTEMPTS_HPP_
