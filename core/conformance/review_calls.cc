// SPDX-License-Identifier: MIT
#include "core/conformance/review_calls.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "core/conformance/review_requests.hpp"
#include "core/conformance/reviewer_instance.hpp"
#include "core/platform/conformance.hpp"

namespace sbx {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// What a function is given beyond its deadline, or to return at once: machines are busy.
constexpr milliseconds kGrace{2000};

// One review on a thread of its own, which is left behind when it does not come back:
// the child ends with it.
class Reviewing {
 public:
  Reviewing(const LoadedPlugin& plugin, ReviewRequest request)
      : shared_(std::make_shared<Shared>(plugin, std::move(request))) {
    std::thread([shared = shared_] {
      shared->instance.Review(shared->request);
      shared->returned = true;
    }).detach();
  }

  [[nodiscard]] const ReviewerInstance& instance() const { return shared_->instance; }
  // How long it took to return, from now on; nothing: not within `most`.
  [[nodiscard]] std::optional<milliseconds> Await(milliseconds most) const {
    const auto begin = steady_clock::now();
    while (true) {
      const bool returned = shared_->returned;
      const auto took = std::chrono::duration_cast<milliseconds>(steady_clock::now() - begin);
      if (returned)
        return took;
      if (took > most)
        return std::nullopt;
      std::this_thread::sleep_for(milliseconds(5));
    }
  }

 private:
  struct Shared {
    Shared(const LoadedPlugin& plugin, ReviewRequest asked)
        : instance(*plugin.entry), request(std::move(asked)) {}
    ReviewerInstance instance;
    const ReviewRequest request;
    std::atomic<bool> returned{false};
  };
  std::shared_ptr<Shared> shared_;
};

Seen CheckDeadline(const LoadedPlugin& plugin) {
  ReviewRequest request = OrdinaryRequest();
  request.deadline = milliseconds(1);
  const auto took = Reviewing(plugin, request).Await(3 * kGrace);
  if (!took)
    return Broken("with a deadline of 1 ms, review() has not returned after " +
                  std::to_string((3 * kGrace).count()) + " ms");
  if (*took > kGrace)
    return Broken("with a deadline of 1 ms, review() returns after " +
                  std::to_string(took->count()) + " ms");
  return Kept();
}

Seen CheckCancel(const LoadedPlugin& plugin) {
  ReviewRequest request = OrdinaryRequest();
  request.deadline = milliseconds(20000);
  const Reviewing reviewing(plugin, request);
  (void)reviewing.Await(milliseconds(200));
  const auto begin = steady_clock::now();
  reviewing.instance().Cancel("of nobody");
  reviewing.instance().Cancel(request.id);
  if (steady_clock::now() - begin > kGrace)
    return Broken("cancel() waits for the review");
  return reviewing.Await(kGrace) ? Kept()
                                 : Broken("a review that was cancelled goes on for more than 2 s");
}

Seen CheckDescriptors(const LoadedPlugin& plugin) {
  // What a plugin opens once, for all its instances, is its own affair.
  ReviewerInstance(*plugin.entry).Review(OrdinaryRequest());
  const auto before = OpenDescriptors();
  for (int i = 0; i < 16; ++i)
    ReviewerInstance(*plugin.entry).Review(OrdinaryRequest());
  const auto after = OpenDescriptors();
  if (!before || !after)
    return Broken((before ? after : before).error().Sentence());
  if (*after > *before)
    return Broken(std::to_string(*after - *before) +
                  " descriptors stay open when 16 instances are destroyed");
  return Kept();
}

}  // namespace

std::vector<Duty> ReviewCallDuties() {
  return {{"deadline", "review() returns when its deadline is over", &CheckDeadline},
          {"cancel", "cancel() returns at once, and ends the review", &CheckCancel},
          {"descriptors", "what it opened is closed when its instance is destroyed",
           &CheckDescriptors, "verdict"}};
}

}  // namespace sbx
