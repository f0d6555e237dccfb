// SPDX-License-Identifier: MIT
//
// Denial: one operation of a command that was refused, as evidence. `proven` is what
// sbx itself refused: it knows the object, and that the call would have succeeded
// without it.
#ifndef SBX_CORE_DENIAL_DENIAL_HPP_
#define SBX_CORE_DENIAL_DENIAL_HPP_

#include <cstdint>
#include <string>

namespace sbx {

enum class Evidence : std::uint8_t {
  kProven,
  kLikely,  // read from the text of messages
};

// Everything but `rule` comes from inside and is as hostile as any output.
struct Denial {
  Evidence evidence = Evidence::kProven;
  std::string operation;  // "connect", "chmod"
  std::string object;     // a path as resolved, an address, or what else was named
  std::string rule;       // what decided
  int os_error = 0;       // the errno that the command got
  int pid = 0;            // of the process that asked first
  std::uint64_t count = 1;
};

}  // namespace sbx

#endif  // SBX_CORE_DENIAL_DENIAL_HPP_
