// SPDX-License-Identifier: MIT
//
// One program asked one question: a plugin that is a program of its own gets a
// document on its standard input and answers on its standard output. It is
// believed no more than a library: it has a deadline, its output has an end, and
// everything that it started is dead when RunProgram() returns.
#ifndef SBX_CORE_PLATFORM_PROGRAM_HPP_
#define SBX_CORE_PLATFORM_PROGRAM_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/trusted_file.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

struct ProgramCall {
  const TrustedFile* file = nullptr;   // what is executed: this object, whatever its name is now
  std::string name;                    // argv[0], and the only argument
  std::vector<std::string> env;        // the whole environment, NAME=VALUE
  std::string_view input;              // the whole standard input
  std::chrono::milliseconds patience;  // until it has ended; > 0
  std::size_t most_output = 0;         // bytes; one more ends it
};

struct ProgramEnd {
  enum class How : std::uint8_t {
    kExited,
    kSignaled,
    kTimedOut,  // its patience was over
    kStopped,   // the caller wants no answer any more
    kTooMuch,   // it printed more than most_output
  };
  How how = How::kExited;
  int status = 0;      // exit status, or the signal
  std::string output;  // all of it, up to most_output
  std::string errors;  // the end of its standard error, at most 4 KiB
};

// Runs it in a session of its own, from "/", with no descriptor but the three
// streams and 3, which is the program itself. Blocks until it has ended, its
// patience is over or `stop` is requested; the process and its descendants are
// killed then, whatever sessions they made. The caller's children, signals and
// SIGCHLD are not touched. [any] Fails when it could not be started.
[[nodiscard]] Result<ProgramEnd> RunProgram(const ProgramCall& call, const std::stop_token& stop);

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_PROGRAM_HPP_
