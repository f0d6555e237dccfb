// SPDX-License-Identifier: MIT
//
// The one description of the command line: verbs, options and topics, from which
// the parser, the help, the man pages and the completion scripts are made, so
// that they cannot differ.
//
// Words in capitals stand for what a person puts there, others for themselves;
// '|' separates choices. cli/value_form.hpp knows which capitals can be completed.
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

#include "core/text/inline_text.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::cli {

enum class Verb : std::uint8_t {
  kRun,
  kShell,
  kStatus,
  kExplain,
  kCheck,
  kDoctor,
  kConfig,
  kInit,
  kTrust,
  kMode,
  kCleanup,
  kPlugins,
  kCompletion,
  kVersion,
  kHelp,
};

struct VerbInfo {
  Verb verb = Verb::kRun;
  char letter = 0;  // in OptionInfo::verbs
  InlineText<16> name;
  InlineText<96> usage;         // what follows the name; "[options]" is first where there are any
  InlineText<96> summary;       // one line
  InlineText<720> description;  // a paragraph, or empty
};
[[nodiscard]] std::span<const VerbInfo> Verbs();

enum class Option : std::uint8_t {
  kRunner,
  kMode,
  kPreset,
  kConfig,
  kConfigSource,
  kWorkspace,
  kAllowRead,
  kDenyRead,
  kAllowWrite,
  kDenyWrite,
  kPatterns,
  kRead,
  kProtect,
  kNoProtect,
  kTmp,
  kNet,
  kUnixSockets,
  kAllowSocket,
  kRequire,
  kRunnerCommand,
  kRunnerFailureSignature,
  kEnv,
  kClearEnv,
  kCwd,
  kSession,
  kOrigin,
  kTimeout,
  kGrace,
  kMemory,
  kProcesses,
  kCpu,
  kFileSize,
  kOpenFiles,
  kMaxOutput,
  kAsOwner,
  kTty,
  kJson,
  kQuiet,
  kVerbose,
  kShort,
  kUser,
  kProject,
  kList,
  kRevoke,
  kYes,
  kMan,
  kHelp,
  kVersion,
};

struct OptionInfo {
  Option option = Option::kRunner;
  InlineText<28> name;       // "--runner"
  InlineText<4> short_name;  // "-v" or empty
  InlineText<48> argument;   // "auto|RUNNER"; empty for a switch
  InlineText<24> verbs;      // the letters of the verbs that take it
  InlineText<96> summary;
  bool repeatable = false;  // each counts; of others the last does
};
[[nodiscard]] std::span<const OptionInfo> Options();
[[nodiscard]] const VerbInfo& InfoOf(Verb verb);
[[nodiscard]] const VerbInfo* FindVerb(std::string_view name);  // null: there is none
[[nodiscard]] const OptionInfo& InfoOf(Option option);
[[nodiscard]] bool Takes(Verb verb, const OptionInfo& option);

// The words that a verb takes beside options, in order: {"read|write", "PATH"}.
// The last one may be there any number of times when it ends with "…".
[[nodiscard]] std::vector<std::string_view> WordsOf(Verb verb);

// Whether a command may follow behind "--".
[[nodiscard]] bool TakesCommand(Verb verb);

// What is to be said beside verbs and options: `sbx help NAME`, a section of sbx(1).
struct TopicEntry {
  std::string_view term;
  std::string_view text;
};
struct Topic {
  std::string_view name;
  std::string_view title;
  std::string_view text;  // a paragraph, or empty
  std::span<const TopicEntry> entries;
};
[[nodiscard]] std::span<const Topic> Topics();

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

}  // namespace sbx::cli

#endif  // SBX_CLI_OPTIONS_HPP_
