// SPDX-License-Identifier: MIT
//
// Runs a seccomp program over a made-up system call, as the kernel would, so
// that architectures which this machine cannot execute are judged as well.
#ifndef SBX_TESTS_UNIT_SECCOMP_BPF_INTERPRETER_HPP_
#define SBX_TESTS_UNIT_SECCOMP_BPF_INTERPRETER_HPP_

#include <linux/filter.h>
#include <linux/seccomp.h>

#include <cstdint>
#include <initializer_list>
#include <span>

namespace sbx::testing {

struct Verdict {
  std::uint32_t action = 0;  // SECCOMP_RET_* with its data
  int instructions = 0;
  bool valid = false;  // false: the program left its bounds or used an unknown instruction
};

[[nodiscard]] seccomp_data Call(std::uint32_t arch, std::uint32_t number,
                                std::initializer_list<std::uint64_t> args = {});

[[nodiscard]] Verdict RunFilter(std::span<const sock_filter> program, const seccomp_data& call);

}  // namespace sbx::testing

#endif  // SBX_TESTS_UNIT_SECCOMP_BPF_INTERPRETER_HPP_
