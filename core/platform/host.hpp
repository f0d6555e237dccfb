// SPDX-License-Identifier: MIT
//
// What the calling process is and where it stands: read once at start-up and
// passed on, so that nothing deeper asks the environment by itself.
#ifndef SBX_CORE_PLATFORM_HOST_HPP_
#define SBX_CORE_PLATFORM_HOST_HPP_

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/run.hpp"
#include "core/policy/resolved_policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

struct Host {
  std::string cwd;
  std::string executable;          // of `sbx`, also in sbx-verbs: absolute, links resolved
  std::vector<std::string> env;    // NAME=VALUE, as given
  std::uint32_t uid = 0;           // effective
  std::string home;                // $HOME, else the user database; empty when there is none
  bool elevated = false;           // started with rights of another user: environment not trusted
  std::array<bool, 3> terminal{};  // standard streams that are terminals
  bool shares_terminal = false;    // one of them is the controlling terminal of this session

  // Value of `name` in env, or nothing.
  [[nodiscard]] std::optional<std::string> Variable(std::string_view name) const;
};

[[nodiscard]] Result<Host> ReadHost();
// With `env` in the place of the process's own environment, which is not read.
[[nodiscard]] Result<Host> ReadHost(std::vector<std::string> env);

// Opens the null device for every standard stream that the caller closed, so
// that no descriptor of ours gets its number. Before anything else is opened.
[[nodiscard]] Result<void> FillStandardStreams();

// The program for the verbs that run nothing, beside this one; empty when it cannot be told.
[[nodiscard]] std::string VerbsProgram();

// Goes on as the program at `path`, with the words of this one and its environment.
// Returns only when it cannot, and says why.
[[nodiscard]] Error Become(const std::string& path, char* const* words);

// A policy holds a descriptor for each of its rules: raises the soft limit of
// this process to the hard one. Returns the old one when it was lower, for the
// target to get back.
std::optional<std::uint64_t> RaiseFileLimit();

// Ends the process at once: nothing is destroyed or unloaded, which takes longer
// than some commands.
[[noreturn]] void EndProcess(int code);

// Where the parts of an installation lie, from the place of the program:
// <prefix>/bin/sbx, <prefix>/libexec/sbx, <prefix>/lib/sbx/plugins.
struct Installation {
  std::string helper;                       // the static helper
  std::string attack_program;               // the battery that `doctor` runs
  std::vector<std::string> plugin_folders;  // SBX_PLUGIN_PATH first, unless elevated; then
  std::string own_plugin_folder;            // this one
  std::vector<std::string> paths;           // everything to protect
};
[[nodiscard]] Installation Locate(const Host& host);
// The one below `prefix` (absolute), with the plugins of `folders` before its own.
[[nodiscard]] Installation InstallationBelow(const std::string& prefix,
                                             std::vector<std::string> folders);

[[nodiscard]] Surroundings SurroundingsOf(const Host& host, const Installation& installation);

// The identity that owns `path`, with the groups of the user database. Needs
// privilege to be used, not to be read.
struct Owner {
  Identity identity;
  std::string name;
  std::string home;
};
[[nodiscard]] Result<Owner> OwnerOf(const std::string& path);

// Signals that ask the program to do something, taken as events: while this
// object lives, those sent by other processes are delivered to Take(), and
// those that the terminal sends to the whole foreground group are left to the
// target alone.
struct SignalEvent {
  int number = 0;            // 0: there was none
  bool asks_to_end = false;  // SIGTERM, or the terminal is gone; others have uses of their own
};

class SignalEvents {
 public:
  SignalEvents();
  SignalEvents(const SignalEvents&) = delete;
  SignalEvents& operator=(const SignalEvents&) = delete;
  ~SignalEvents();

  [[nodiscard]] int fd() const { return signal_fd_; }  // readable when one came

  // The next that came; number 0 when there is none, or none to act on.
  [[nodiscard]] SignalEvent Take();

 private:
  int signal_fd_ = -1;
  std::array<std::uint64_t, 16> saved_{};
};

// Writes all of `text` to a standard stream; false when it cannot.
bool WriteAll(int stream, std::string_view text);

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_HOST_HPP_
