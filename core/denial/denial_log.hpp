// SPDX-License-Identifier: MIT
//
// DenialLog: the denials of one run. A command may make them by the million: equal
// ones are counted, and of different ones so many are kept that nobody runs out of
// memory. Every function [any].
#ifndef SBX_CORE_DENIAL_DENIAL_LOG_HPP_
#define SBX_CORE_DENIAL_DENIAL_LOG_HPP_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/denial/denial.hpp"

namespace sbx {

class DenialLog {
 public:
  static constexpr std::size_t kMost = 256;        // different ones
  static constexpr std::size_t kMostBytes = 4096;  // of an object's name, the rest is cut

  void Add(Denial denial);

  // Those that this did not give before, each as it was first.
  [[nodiscard]] std::vector<Denial> TakeNew();

  // All that are kept, with their counts, in the order in which they came first.
  [[nodiscard]] std::vector<Denial> All() const;

  // How often something was refused that is not among All().
  [[nodiscard]] std::uint64_t dropped() const;

 private:
  mutable std::mutex mutex_;
  std::vector<Denial> kept_;
  std::size_t taken_ = 0;
  std::uint64_t dropped_ = 0;
};

}  // namespace sbx

#endif  // SBX_CORE_DENIAL_DENIAL_LOG_HPP_
