// SPDX-License-Identifier: MIT
//
// Keys: the one table of everything that a policy document may say. The checks of
// the parser, the operators of the merge, the JSON Schema and the reference in
// docs/configuration.md are made from it, so that they cannot differ.
#ifndef SBX_CORE_CONFIG_KEYS_HPP_
#define SBX_CORE_CONFIG_KEYS_HPP_

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/text/inline_text.hpp"

namespace sbx::config {

// The place of a key in the table.
enum class Id : std::uint8_t {
  kSchema,
  kPreset,
  kMode,
  kReadDefault,
  kAllowRead,
  kDenyRead,
  kAllowWrite,
  kDenyWrite,
  kIncludeGitRoot,
  kTmp,
  kPatterns,
  kProtectOwnConfig,
  kProtectGitHooks,
  kProtectGitConfig,
  kProtectShellRc,
  kProtectEditor,
  kProtectAgentConfig,
  kProtectSecrets,
  kNetworkMode,
  kAllowedDomains,
  kDeniedDomains,
  kStrictAllowlist,
  kOnMiss,
  kLocalPorts,
  kHostCommandsMode,
  kHostCommandsPrefixes,
  kHostCommandsRetry,
  kSocketsMode,
  kSocketsPaths,
  kCommandsAllow,
  kCommandsAsk,
  kCommandsBlock,
  kRequire,
  kApproval,
  kReviewModel,
  kReviewThinking,
  kReviewTimeout,
  kFeedback,
  kCoverageOrigins,
  kCoverageTools,
  kScope,
  kRunner,
  kRunnerCommand,
  kRunnerFailureSignatures,
  kLimitMemory,
  kLimitProcesses,
  kLimitCpu,
  kLimitFileSize,
  kLimitOpenFiles,
  kLimitMaxOutput,
  kLimitTimeout,
  kEnvInherit,
  kEnvSet,
  kEnvUnset,
  kWorkersIsolation,
  kWorkersMax,
  kWorkersDepth,
  kAudit,
  kOnInvalid,
  kConfigSources,
  kCount,
};
inline constexpr std::size_t kKeyCount = static_cast<std::size_t>(Id::kCount);

enum class Type : std::uint8_t {
  kBool,
  kChoice,      // one of `choices`
  kText,        // one line
  kCount,       // a whole number above zero
  kSize,        // "64K", "2G", or a number of bytes
  kDuration,    // "500ms", "30s", "5m", "2h", or a number of seconds
  kTexts,       // a list of lines, none empty
  kPaths,       // a list of paths of rules
  kDomains,     // a list: "example.com", "*.example.com", each perhaps with ":443"
  kAnyDomains,  // the same, and "*"
  kPorts,       // a list of numbers from 1 to 65535
  kChoices,     // a list of `choices`
  kVariables,   // an object of NAME: text
  kNames,       // a list of names of variables
};

// How the values of several layers become one. For kCeiling the narrowest comes
// last in `choices`, false is narrower than true, and of numbers the
// smaller one is.
enum class Merge : std::uint8_t {
  kOverride,  // the strongest layer's value
  kCeiling,   // the strongest layer's value, and never wider than the organisation's
  kOr,        // true as soon as one layer says so
  kUnion,     // everything that any layer lists
};

// What a layer that is not trusted may do with the key, and which layers may not
// use it at all.
enum class Trust : std::uint8_t {
  kAnyone,    // it can only narrow
  kNarrower,  // an untrusted project only what is narrower than without it
  kTrusted,   // not an untrusted project
  kOwner,     // no project at all: the user, the command line, the organisation
};

// What this version does with a value that is not the built-in one.
enum class Held : std::uint8_t {
  kYes,
  kStrictly,  // keeps it and behaves as its strictest reading asks, and says so
  kRefused,   // refuses to run
};

struct Key {
  Id id = Id::kCount;
  InlineText<40> name;  // "filesystem.allowRead"
  Type type = Type::kBool;
  Merge merge = Merge::kOverride;
  Trust trust = Trust::kOwner;
  Held held = Held::kRefused;
  InlineText<48> choices;   // "shared private none"; ask ChoicesOf
  InlineText<24> fallback;  // built in: a choice, "true", or lines; empty for none
  InlineText<96> text;      // what it does
};

[[nodiscard]] std::span<const Key> Keys();
[[nodiscard]] const Key& KeyOf(Id id);

// The key of that name, or nothing.
[[nodiscard]] const Key* FindKey(std::string_view name);
// Whether names of keys begin with `name` and a dot.
[[nodiscard]] bool IsGroup(std::string_view name);
// The known name nearest to `name` in the same object, or nothing.
[[nodiscard]] std::optional<std::string_view> NearestKey(std::string_view name);

// Words with blanks between them. One key has more than the table has room for.
[[nodiscard]] std::string_view ChoicesOf(const Key& key);
// The number of a word among `choices`, or nothing; and the word of a number.
[[nodiscard]] std::optional<std::uint64_t> ChoiceNumber(const Key& key, std::string_view word);
[[nodiscard]] std::string_view ChoiceWord(const Key& key, std::uint64_t number);

[[nodiscard]] bool IsList(Type type);
[[nodiscard]] std::string_view NameOf(Merge merge);
[[nodiscard]] std::string_view NameOf(Trust trust);
[[nodiscard]] std::string_view NameOf(Held held);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_KEYS_HPP_
