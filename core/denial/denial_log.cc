// SPDX-License-Identifier: MIT
#include "core/denial/denial_log.hpp"

#include <algorithm>
#include <utility>

namespace sbx {
namespace {

bool Same(const Denial& a, const Denial& b) {
  return a.os_error == b.os_error && a.evidence == b.evidence && a.operation == b.operation &&
         a.rule == b.rule && a.object == b.object;
}

}  // namespace

void DenialLog::Add(Denial denial) {
  if (denial.object.size() > kMostBytes) {
    denial.object.resize(kMostBytes);
    denial.object.insert(0, "…");  // no path any more
  }
  const std::lock_guard lock(mutex_);
  const auto known =
      std::ranges::find_if(kept_, [&](const Denial& other) { return Same(other, denial); });
  if (known != kept_.end()) {
    known->count += denial.count;
  } else if (kept_.size() < kMost) {
    kept_.push_back(std::move(denial));
  } else {
    dropped_ += denial.count;
  }
}

std::vector<Denial> DenialLog::TakeNew() {
  const std::lock_guard lock(mutex_);
  std::vector<Denial> fresh(kept_.begin() + static_cast<std::ptrdiff_t>(taken_), kept_.end());
  taken_ = kept_.size();
  return fresh;
}

std::vector<Denial> DenialLog::All() const {
  const std::lock_guard lock(mutex_);
  return kept_;
}

std::uint64_t DenialLog::dropped() const {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

}  // namespace sbx
