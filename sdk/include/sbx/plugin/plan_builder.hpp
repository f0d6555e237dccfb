// SPDX-License-Identifier: MIT
//
// PlanBuilder: a Plan that owns everything it points to. Fill it, then hand it
// out; view() is put together at the first call and must not be followed by
// further additions.
#ifndef SBX_PLUGIN_PLAN_BUILDER_HPP_
#define SBX_PLUGIN_PLAN_BUILDER_HPP_

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sbx/plugin/runner.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::plugin {

class PlanBuilder final : public Plan {
 public:
  explicit PlanBuilder(std::uint32_t kind) { plan_.kind = kind; }

  // Takes a descriptor into the plan and returns its index.
  int AddFd(UniqueFd fd) {
    fds_.push_back(fd.get());
    owned_.push_back(std::move(fd));
    return static_cast<int>(fds_.size()) - 1;
  }

  void AddStep(std::uint32_t kind, int fd = -1, std::string data = {}, std::uint64_t arg0 = 0,
               std::uint64_t arg1 = 0, std::uint64_t arg2 = 0, std::uint32_t flags = 0) {
    const std::string& kept = Keep(std::move(data));
    steps_.push_back({kind,
                      flags,
                      fd,
                      static_cast<std::uint32_t>(kept.size()),
                      kept.empty() ? nullptr : kept.data(),
                      {arg0, arg1, arg2}});
  }

  void AddHold(std::uint32_t kind, int fd, std::string name, int fd2 = -1,
               std::uint64_t access = 0) {
    holds_.push_back({kind, fd, fd2, 0, access, Borrow(Keep(std::move(name)))});
  }

  void AddWrap(std::string word) { wrap_.push_back(Borrow(Keep(std::move(word)))); }
  void AddEnv(std::string entry) { env_.push_back(Borrow(Keep(std::move(entry)))); }
  void AddExplain(std::string line) { explain_.push_back(Borrow(Keep(std::move(line)))); }
  void Listen(std::uint32_t features) { plan_.listen |= features; }

  void Enforce(sbx_restrictions restriction, std::uint32_t level, std::string mechanism,
               std::string gap = {}, std::string mend = {}) {
    enforcement_.push_back({restriction, level, 0, Borrow(Keep(std::move(mechanism))),
                            Borrow(Keep(std::move(gap))), Borrow(Keep(std::move(mend)))});
  }

  [[nodiscard]] const sbx_plan& view() const override {
    plan_.size = sizeof plan_;
    plan_.steps = steps_.data();
    plan_.step_count = steps_.size();
    plan_.holds = holds_.data();
    plan_.hold_count = holds_.size();
    plan_.fds = fds_.data();
    plan_.fd_count = fds_.size();
    plan_.wrap = wrap_.data();
    plan_.wrap_count = wrap_.size();
    plan_.env = env_.data();
    plan_.env_count = env_.size();
    plan_.enforcement = enforcement_.data();
    plan_.enforcement_count = enforcement_.size();
    plan_.explain = explain_.data();
    plan_.explain_count = explain_.size();
    return plan_;
  }

 private:
  // A deque never moves its elements, so views of them stay valid.
  const std::string& Keep(std::string text) {
    kept_.push_back(std::move(text));
    return kept_.back();
  }

  std::deque<std::string> kept_;
  std::vector<UniqueFd> owned_;
  std::vector<std::int32_t> fds_;
  std::vector<sbx_step> steps_;
  std::vector<sbx_hold> holds_;
  std::vector<sbx_str> wrap_, env_, explain_;
  std::vector<sbx_enforcement> enforcement_;
  mutable sbx_plan plan_{};
};

}  // namespace sbx::plugin

#endif  // SBX_PLUGIN_PLAN_BUILDER_HPP_
