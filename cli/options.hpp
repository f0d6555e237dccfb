// SPDX-License-Identifier: MIT
//
// The one description of the command line: verbs and options, from which the
// parser, the help and the man page are made, so that they cannot differ.
#ifndef SBX_CLI_OPTIONS_HPP_
#define SBX_CLI_OPTIONS_HPP_

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sbx/plugin/result.hpp"

namespace sbx::cli {

enum class Verb : std::uint8_t {
  kRun, kStatus, kExplain, kCheck, kDoctor, kCleanup, kPlugins, kVersion, kHelp,
};

struct VerbInfo {
  Verb verb;
  std::string_view name;
  std::string_view usage;    // what follows the name
  std::string_view summary;  // one line
};
[[nodiscard]] std::span<const VerbInfo> Verbs();

enum class Option : std::uint8_t {
  kRunner, kMode, kWorkspace, kAllowRead, kDenyRead, kAllowWrite, kDenyWrite, kTmp, kNet,
  kUnixSockets, kAllowSocket, kRequire, kRunnerCommand, kRunnerFailureSignature, kEnv, kClearEnv,
  kCwd, kSession, kOrigin, kTimeout, kGrace, kMemory, kProcesses, kCpu, kFileSize, kOpenFiles, kMaxOutput,
  kAsOwner, kTty, kJson, kQuiet, kVerbose, kShort, kHelp, kVersion,
};

struct OptionInfo {
  Option option;
  std::string_view name;      // "--runner"
  std::string_view short_name;  // "-v" or empty
  std::string_view argument;  // "auto|ID"; empty for a switch
  std::string_view verbs;     // one letter per verb that takes it: r s e c d k p v h
  std::string_view summary;
};
[[nodiscard]] std::span<const OptionInfo> Options();
[[nodiscard]] const OptionInfo& InfoOf(Option option);

// What was written on the command line, in order.
struct Arguments {
  Verb verb = Verb::kRun;
  std::vector<std::pair<Option, std::string>> options;
  std::vector<std::string> words;    // of the verb: "write", "/path"
  std::vector<std::string> command;  // what follows "--"
  bool has_command = false;          // "--" was there

  [[nodiscard]] bool Has(Option option) const;
  [[nodiscard]] std::optional<std::string> Last(Option option) const;
  [[nodiscard]] std::vector<std::string> All(Option option) const;
};

[[nodiscard]] Result<Arguments> Parse(std::span<const std::string> words);

// "1500ms", "30s", "5m", "2h"; a bare number is seconds. Milliseconds.
[[nodiscard]] Result<std::uint64_t> ParseDuration(std::string_view option, std::string_view text);
// "512", "64K", "10M", "2G" (powers of 1024). Bytes.
[[nodiscard]] Result<std::uint64_t> ParseSize(std::string_view option, std::string_view text);
[[nodiscard]] Result<std::uint64_t> ParseCount(std::string_view option, std::string_view text);

// The known word nearest to `word`, or nothing when none is near.
[[nodiscard]] std::optional<std::string_view> Nearest(std::string_view word,
                                                      std::span<const std::string_view> known);

}  // namespace sbx::cli

#endif  // SBX_CLI_OPTIONS_HPP_
