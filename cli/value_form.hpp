// SPDX-License-Identifier: MIT
//
// What may stand where the description of the command line says "auto|RUNNER" or
// "DIR", for completion: words, and things that are looked up when asked.
#ifndef SBX_CLI_VALUE_FORM_HPP_
#define SBX_CLI_VALUE_FORM_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sbx::cli {

enum class Lookup : std::uint8_t {
  kNothing,   // words only, or text that only the person knows
  kRunner,    // RUNNER: what `sbx plugins` lists
  kFolder,    // DIR
  kPath,      // PATH, FILE
  kNames,     // RESTRICTION,… and GROUP,…: names separated by commas, which are in `words`
  kVariable,  // NAME[=VALUE]: of the environment
};

struct ValueForm {
  std::vector<std::string_view> words;
  Lookup lookup = Lookup::kNothing;
};

// The form of an option's argument, or of a word of a verb.
[[nodiscard]] ValueForm FormOf(std::string_view argument);

// `words` with a blank between.
[[nodiscard]] std::string Joined(const std::vector<std::string_view>& words);

}  // namespace sbx::cli

#endif  // SBX_CLI_VALUE_FORM_HPP_
