// SPDX-License-Identifier: MIT
#include "tests/unit/seccomp/bpf_interpreter.hpp"

#include <cstring>

namespace sbx::testing {

seccomp_data Call(std::uint32_t arch, std::uint32_t number,
                  std::initializer_list<std::uint64_t> args) {
  seccomp_data data{};
  data.nr = static_cast<int>(number);
  data.arch = arch;
  std::size_t i = 0;
  for (const std::uint64_t arg : args)
    data.args[i++] = arg;
  return data;
}

Verdict RunFilter(std::span<const sock_filter> program, const seccomp_data& call) {
  Verdict verdict;
  std::uint32_t accumulator = 0;
  std::size_t at = 0;
  while (at < program.size()) {
    const sock_filter& line = program[at++];
    ++verdict.instructions;
    switch (line.code) {
      case BPF_LD | BPF_W | BPF_ABS:
        if (line.k % 4 != 0 || line.k + 4 > sizeof call)
          return verdict;
        std::memcpy(&accumulator, reinterpret_cast<const char*>(&call) + line.k, 4);
        break;
      case BPF_ALU | BPF_AND | BPF_K:
        accumulator &= line.k;
        break;
      case BPF_JMP | BPF_JA:
        at += line.k;
        break;
      case BPF_JMP | BPF_JEQ | BPF_K:
        at += accumulator == line.k ? line.jt : line.jf;
        break;
      case BPF_JMP | BPF_JGE | BPF_K:
        at += accumulator >= line.k ? line.jt : line.jf;
        break;
      case BPF_JMP | BPF_JSET | BPF_K:
        at += (accumulator & line.k) != 0 ? line.jt : line.jf;
        break;
      case BPF_RET | BPF_K:
        verdict.action = line.k;
        verdict.valid = true;
        return verdict;
      default:
        return verdict;
    }
  }
  return verdict;
}

}  // namespace sbx::testing
