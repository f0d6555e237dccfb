// SPDX-License-Identifier: MIT
//
// Launch: the command to run, and the context in which somebody asked for it.
// Plain values; a run keeps its own copy.
#ifndef SBX_HOST_LAUNCH_HPP_
#define SBX_HOST_LAUNCH_HPP_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sbx::host {

// Who asked for the command, kept with its run. Never taken from the command.
struct Context {
  std::string session;
  std::string parent_session;
  std::string request;
  std::string tool;
  std::string origin = "agent";  // "user" or "agent"; anything else is refused
};

// Where a standard stream of the target leads.
enum class Stream : std::uint8_t {
  kNull,     // the null device
  kCapture,  // to Handlers::output, and kept in the outcome; not for standard input
  kInherit,  // the host's own stream of the same number, byte for byte
};

struct Launch {
  std::vector<std::string> argv;  // argv[0] is looked up in the PATH of its environment
  std::string cwd;                // absolute, or below the policy's base; empty: the base

  // NAME=VALUE. Unset: the engine's. `changes` come last. LC_ALL is left out and
  // LC_MESSAGES=C is set, so that messages can be read; TMPDIR as the policy needs it.
  std::optional<std::vector<std::string>> environment;
  std::vector<std::string> changes;

  Stream in = Stream::kNull;
  Stream out = Stream::kCapture;
  Stream err = Stream::kCapture;
  std::size_t keep = 1 << 20;  // bytes kept of each captured stream: half its head, half its tail

  std::optional<std::chrono::milliseconds> timeout;  // then the whole tree is ended
  std::string runner = "auto";  // or an id: that one is used or the run is refused
  Context context;
};

}  // namespace sbx::host

#endif  // SBX_HOST_LAUNCH_HPP_
