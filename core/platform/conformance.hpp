// SPDX-License-Identifier: MIT
//
// What the conformance suite needs of the operating system: what a library gives
// to others, what this process has open, files that no program should
// meet, and a child in which a plugin that is not known yet may crash or hang. Each platform folder
// implements it.
#ifndef SBX_CORE_PLATFORM_CONFORMANCE_HPP_
#define SBX_CORE_PLATFORM_CONFORMANCE_HPP_

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sbx/plugin/result.hpp"

namespace sbx {

// The names that the library at `path` defines for others, sorted. Read from the
// file: nothing of it runs. Fails when it is no library of this system.
[[nodiscard]] Result<std::vector<std::string>> ExportedSymbols(const std::string& path);

// How many descriptors this process has open.
[[nodiscard]] Result<std::size_t> OpenDescriptors();

// Makes a folder that nobody but the user enters, with a name that nobody could know.
// The caller removes it.
[[nodiscard]] Result<std::string> MakePrivateFolder();

// Makes a named pipe, which nobody writes to: opening it for reading waits for ever.
[[nodiscard]] Result<void> MakeSilentPipe(const std::string& path);

struct ApartEnd {
  std::string said;   // what was handed to `say`, in order
  std::string fault;  // empty: the work came to its end; else "was ended by signal 11" …
  bool late = false;  // it was killed because `patience` was over; a fault as well
};
using Say = std::function<void(std::string_view)>;

// Does `work` in a copy of this process, which must have one thread. What it says
// arrives even when it crashes afterwards; it is killed when `patience` is over. What it
// prints on standard output goes to standard error: the caller's output is the caller's.
[[nodiscard]] Result<ApartEnd> RunApart(std::chrono::milliseconds patience,
                                        const std::function<void(const Say& say)>& work);

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_CONFORMANCE_HPP_
