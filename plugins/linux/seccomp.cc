// SPDX-License-Identifier: MIT
#include "plugins/linux/seccomp.hpp"

#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <span>
#include <utility>

#include "plugins/linux/bpf_block.hpp"
#include "plugins/linux/syscall_rules.hpp"
#include "plugins/linux/uapi/seccomp.h"

namespace sbx::runner {
namespace {

using Program = std::vector<sock_filter>;
using Target = BpfBlock::Target;

constexpr std::uint32_t kSetuid = 04000;
constexpr std::uint32_t kSetgid = 02000;

// What calls meet, one for each way to judge and one for those that nobody judges: a few
// instructions, or, as for nearly all, one answer.
struct Code {
  std::uint32_t answer = kBpfAllow;  // where there is no program
  Program program;

  [[nodiscard]] std::size_t size() const { return program.empty() ? 1 : program.size(); }
};

constexpr std::uint16_t kUnjudged = kCallCheckCount;
using Codes = std::array<Code, kCallCheckCount + 1>;

// From `first` on, up to the next span: the code with this number.
struct Span {
  std::uint32_t first;
  std::uint16_t code;
};

bool Wanted(const FilterRequest& request, CallGroup group) {
  switch (group) {
    case CallGroup::kNamespaces:
      return !request.omit_namespaces;
    case CallGroup::kKernel:
      return !request.omit_kernel;
    case CallGroup::kKeyring:
      return !request.omit_keyring;
    case CallGroup::kModes:
      return !request.omit_modes;
    case CallGroup::kSockets:
      return !request.omit_sockets;
    case CallGroup::kDevices:
      return !request.omit_terminal || !request.omit_metadata;
    case CallGroup::kMetadata:
      return !request.omit_metadata;
    case CallGroup::kSysv:
      return request.no_sysv;
  }
  return true;
}

Code Always(std::uint32_t answer) {
  return {answer, {}};
}

Program RefuseBits(unsigned argument, std::uint32_t mask) {
  return BpfBlock()
      .LoadArg(argument)
      .IfAnyBit(mask, Target::kRefuse, Target::kAllow)
      .Finish(BpfErrno(EPERM));
}

Program CheckOpen(unsigned flags_argument, std::uint32_t mask) {
  return BpfBlock()
      .LoadArg(flags_argument)
      .IfAnyBit(SBX_O_CREAT | SBX_O_TMPFILE_BIT, Target::kNext, Target::kAllow)
      .LoadArg(flags_argument + 1)
      .IfAnyBit(mask, Target::kRefuse, Target::kAllow)
      .Finish(BpfErrno(EPERM));
}

Program CheckPersonality() {
  return BpfBlock()
      .LoadArg(0)
      .IfEqual(0, Target::kAllow)
      .IfEqual(SBX_ADDR_NO_RANDOMIZE, Target::kAllow)
      .IfEqual(0xffffffffu, Target::kAllow)
      .Finish(BpfErrno(EPERM));
}

// prlimit64(pid, resource, new, old): others may be looked at.
Program CheckPrlimit() {
  return BpfBlock()
      .LoadArg(0)
      .IfEqual(0, Target::kAllow)
      .LoadArg(2)
      .IfEqual(0, Target::kNext, Target::kRefuse)
      .LoadArgHigh(2)
      .IfEqual(0, Target::kAllow)
      .Finish(BpfErrno(EPERM));
}

Program CheckIoctl(const FilterRequest& request) {
  BpfBlock block;
  block.LoadArg(1);
  if (!request.omit_terminal) {
    block.IfEqual(SBX_TIOCSTI, Target::kRefuse)
        .IfEqual(SBX_TIOCLINUX, Target::kRefuse)
        .IfEqual(SBX_TIOCSETD, Target::kRefuse)
        .IfEqual(SBX_TIOCEXCL, Target::kRefuse);
  }
  if (!request.omit_metadata) {
    block.IfEqual(SBX_FS_IOC_SETFLAGS, Target::kRefuse)
        .IfEqual(SBX_FS_IOC_FSSETXATTR, Target::kRefuse)
        .IfEqual(SBX_FS_IOC_SETVERSION, Target::kRefuse)
        .IfEqual(SBX_EXT4_IOC_SETVERSION, Target::kRefuse);
  }
  return block.Return(kBpfAllow).Finish(BpfErrno(EPERM));
}

// AF_UNIX of the type in argument 1; SOCK_RAW means SOCK_DGRAM there.
void CheckUnixType(BpfBlock& block, const FilterRequest& request) {
  if (request.no_unix_datagram) {
    block.LoadArg(1)
        .And(SBX_SOCK_TYPE_MASK)
        .IfEqual(SOCK_STREAM, Target::kAllow)
        .IfEqual(SOCK_SEQPACKET, Target::kAllow, Target::kRefuse);
  } else {
    block.Return(kBpfAllow);
  }
}

// Families are an allow list: the kernel has some forty, each a way out or a
// target of its own. Netlink is for ROUTE only (interface lists).
Program CheckSocket(const FilterRequest& request) {
  BpfBlock block;
  block.LoadArg(0)
      .IfEqual(AF_UNIX, request.no_unix ? Target::kRefuse : Target::kA)
      .IfEqual(AF_INET, request.no_network ? Target::kRefuse : Target::kB)
      .IfEqual(AF_INET6, request.no_network ? Target::kRefuse : Target::kB)
      .IfEqual(AF_NETLINK, Target::kC)
      .Return(BpfErrno(EAFNOSUPPORT));
  block.Label(Target::kA);
  CheckUnixType(block, request);
  block.Label(Target::kB)
      .LoadArg(1)
      .And(SBX_SOCK_TYPE_MASK)
      .IfEqual(SOCK_RAW, Target::kRefuse)
      .IfEqual(SOCK_PACKET, Target::kRefuse, Target::kAllow);
  block.Label(Target::kC).LoadArg(2).IfEqual(0, Target::kAllow).Return(BpfErrno(EPROTONOSUPPORT));
  return block.Finish(BpfErrno(EPERM));
}

Program CheckSocketPair(const FilterRequest& request) {
  BpfBlock block;
  block.LoadArg(0).IfEqual(AF_UNIX, Target::kA).Return(BpfErrno(EAFNOSUPPORT));
  block.Label(Target::kA);
  CheckUnixType(block, request);
  return block.Finish(BpfErrno(EPERM));
}

Code CodeFor(CallCheck check, const FilterRequest& request) {
  const std::uint32_t mode_bits = request.root ? kSetuid | kSetgid : kSetuid;
  switch (check) {
    case CallCheck::kRefuse:
      return Always(BpfErrno(EPERM));
    case CallCheck::kMissing:
      return Always(BpfErrno(ENOSYS));
    case CallCheck::kMode1:
      return {kBpfAllow, RefuseBits(1, mode_bits)};
    case CallCheck::kMode2:
      return {kBpfAllow, RefuseBits(2, mode_bits)};
    case CallCheck::kDirMode1:
      return {kBpfAllow, RefuseBits(1, kSetuid)};
    case CallCheck::kDirMode2:
      return {kBpfAllow, RefuseBits(2, kSetuid)};
    case CallCheck::kOpen:
      return {kBpfAllow, CheckOpen(1, mode_bits)};
    case CallCheck::kOpenAt:
      return {kBpfAllow, CheckOpen(2, mode_bits)};
    case CallCheck::kClone:
      return {kBpfAllow, RefuseBits(0, SBX_CLONE_NEW_MASK)};
    case CallCheck::kUnshare:
      return {kBpfAllow, RefuseBits(0, SBX_UNSHARE_NEW_MASK)};
    case CallCheck::kPersonality:
      return {kBpfAllow, CheckPersonality()};
    case CallCheck::kIoctl:
      return {kBpfAllow, CheckIoctl(request)};
    case CallCheck::kSocket:
      return {kBpfAllow, CheckSocket(request)};
    case CallCheck::kSocketPair:
      return {kBpfAllow, CheckSocketPair(request)};
    case CallCheck::kPrlimit:
      return {kBpfAllow, CheckPrlimit()};
  }
  return Always(BpfErrno(EPERM));
}

// The whole range of numbers cut into spans, neighbours with equal code joined; makes the
// codes that they need.
std::vector<Span> MakeSpans(const FilterRequest& request, Architecture architecture, Codes& codes) {
  std::vector<Span> calls;
  calls.reserve(CallRules().size());
  std::array<bool, kCallCheckCount> made{};
  for (const CallRule& rule : CallRules()) {
    const int number = architecture == Architecture::kX8664 ? rule.x86_64 : rule.aarch64;
    if (number < 0 || !Wanted(request, rule.group))
      continue;
    const auto code = static_cast<std::uint16_t>(rule.check);
    if (!made[code]) {
      codes[code] = CodeFor(rule.check, request);
      made[code] = true;
    }
    calls.push_back({static_cast<std::uint32_t>(number), code});
  }
  std::sort(calls.begin(), calls.end(),
            [](const Span& a, const Span& b) { return a.first < b.first; });
  std::vector<Span> spans;
  spans.reserve(2 * calls.size() + 2);
  const auto add = [&spans](std::uint32_t first, std::uint16_t code) {
    if (spans.empty() || spans.back().code != code)
      spans.push_back({first, code});
  };
  std::uint32_t next = 0;
  for (const auto& [number, code] : calls) {
    if (number != next)
      add(next, kUnjudged);
    add(number, code);
    next = number + 1;
  }
  add(next, kUnjudged);
  if (architecture == Architecture::kX8664 && !request.omit_kernel) {
    const auto refuse = static_cast<std::uint16_t>(CallCheck::kRefuse);
    codes[refuse] = Always(BpfErrno(EPERM));
    add(SBX_X32_BIT, refuse);
  }
  return spans;
}

constexpr std::size_t kReach = 255;  // of a conditional jump

// At most what AddTree() appends.
std::size_t MostOf(std::span<const Span> spans, const Codes& codes) {
  std::size_t most = 2 * (spans.size() - 1);
  for (const Span& span : spans)
    most += codes[span.code].size();
  return most;
}

// Binary search with the number in the accumulator; each half's code follows.
void AddTree(std::span<const Span> spans, const Codes& codes, Program* out) {
  if (spans.size() == 1) {
    const Code& code = codes[spans.front().code];
    if (code.program.empty())
      out->push_back({BPF_RET | BPF_K, 0, 0, code.answer});
    else
      out->insert(out->end(), code.program.begin(), code.program.end());
    return;
  }
  const std::span<const Span> left = spans.first(spans.size() / 2);
  const std::span<const Span> right = spans.subspan(spans.size() / 2);
  const std::uint32_t split = right.front().first;
  const bool near = MostOf(left, codes) <= kReach;
  out->push_back({BPF_JMP | BPF_JGE | BPF_K, 0, 0, split});
  if (!near) {
    out->back().jf = 1;
    out->push_back({BPF_JMP | BPF_JA, 0, 0, 0});
  }
  const std::size_t jump = out->size() - 1;
  AddTree(left, codes, out);
  const std::size_t skipped = out->size() - jump - 1;
  if (near)
    (*out)[jump].jt = static_cast<std::uint8_t>(skipped);
  else
    (*out)[jump].k = static_cast<std::uint32_t>(skipped);
  AddTree(right, codes, out);
}

}  // namespace

std::vector<sock_filter> BuildFilterFor(const FilterRequest& request, Architecture architecture) {
  const std::uint32_t native =
      architecture == Architecture::kX8664 ? SBX_AUDIT_ARCH_X86_64 : SBX_AUDIT_ARCH_AARCH64;
  Codes codes;
  const std::vector<Span> spans = MakeSpans(request, architecture, codes);
  Program out = {
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, SBX_SECCOMP_ARCH},
      {BPF_JMP | BPF_JEQ | BPF_K, 1, 0, native},
      {BPF_RET | BPF_K, 0, 0, request.omit_kernel ? kBpfAllow : BpfErrno(EPERM)},
      {BPF_LD | BPF_W | BPF_ABS, 0, 0, SBX_SECCOMP_NR},
  };
  out.reserve(out.size() + MostOf(spans, codes));
  AddTree(spans, codes, &out);
  return out;
}

std::vector<sock_filter> BuildFilter(const FilterRequest& request) {
#if defined(__x86_64__)
  return BuildFilterFor(request, Architecture::kX8664);
#elif defined(__aarch64__)
  return BuildFilterFor(request, Architecture::kAarch64);
#else
#error "the system call table of this architecture is missing"
#endif
}

}  // namespace sbx::runner
