// SPDX-License-Identifier: MIT
//
// BpfBlock: a few classic BPF instructions with named jump targets, so that
// nobody counts offsets by hand. Targets lie ahead and within the block.
#ifndef SBX_PLUGINS_LINUX_BPF_BLOCK_HPP_
#define SBX_PLUGINS_LINUX_BPF_BLOCK_HPP_

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstdint>
#include <vector>

#include "plugins/linux/uapi/seccomp.h"

namespace sbx::runner {

inline constexpr std::uint32_t kBpfAllow = SECCOMP_RET_ALLOW;

[[nodiscard]] constexpr std::uint32_t BpfErrno(int number) {
  return SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(number);
}

class BpfBlock {
 public:
  enum class Target : std::uint8_t { kNext, kAllow, kRefuse, kA, kB, kC };

  BpfBlock() { code_.reserve(24); }

  BpfBlock& Load(std::uint32_t offset) { return Add(BPF_LD | BPF_W | BPF_ABS, offset); }
  BpfBlock& LoadArg(unsigned index) { return Load(SBX_SECCOMP_ARG_LOW(index)); }
  BpfBlock& LoadArgHigh(unsigned index) { return Load(SBX_SECCOMP_ARG_HIGH(index)); }
  BpfBlock& And(std::uint32_t mask) { return Add(BPF_ALU | BPF_AND | BPF_K, mask); }
  BpfBlock& IfEqual(std::uint32_t value, Target yes, Target no = Target::kNext) {
    return Add(BPF_JMP | BPF_JEQ | BPF_K, value, yes, no);
  }
  BpfBlock& IfAnyBit(std::uint32_t mask, Target yes, Target no = Target::kNext) {
    return Add(BPF_JMP | BPF_JSET | BPF_K, mask, yes, no);
  }
  BpfBlock& Return(std::uint32_t value) { return Add(BPF_RET | BPF_K, value); }
  BpfBlock& Label(Target target) {
    labels_[static_cast<int>(target)] = code_.size();
    return *this;
  }

  // Ends the block with the shared exits: kRefuse returns `refusal`.
  [[nodiscard]] std::vector<sock_filter> Finish(std::uint32_t refusal) {
    Label(Target::kRefuse).Return(refusal);
    Label(Target::kAllow).Return(kBpfAllow);
    std::vector<sock_filter> out;
    out.reserve(code_.size());
    for (std::size_t i = 0; i < code_.size(); ++i) {
      const Line& line = code_[i];
      out.push_back({line.code, Offset(line.yes, i), Offset(line.no, i), line.k});
    }
    return out;
  }

 private:
  struct Line {
    std::uint16_t code;
    std::uint32_t k;
    Target yes, no;
  };

  BpfBlock& Add(unsigned code, std::uint32_t k, Target yes = Target::kNext,
                Target no = Target::kNext) {
    code_.push_back({static_cast<std::uint16_t>(code), k, yes, no});
    return *this;
  }
  [[nodiscard]] std::uint8_t Offset(Target target, std::size_t from) const {
    if (target == Target::kNext)
      return 0;
    return static_cast<std::uint8_t>(labels_[static_cast<int>(target)] - from - 1);
  }

  std::vector<Line> code_;
  std::size_t labels_[6] = {};
};

}  // namespace sbx::runner

#endif  // SBX_PLUGINS_LINUX_BPF_BLOCK_HPP_
