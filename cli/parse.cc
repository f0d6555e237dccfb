// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/options.hpp"
#include "core/config/nearest.hpp"

namespace sbx::cli {
namespace {

Failure UnknownOption(std::string_view word, Verb verb) {
  std::vector<std::string_view> known;
  for (const OptionInfo& info : Options()) {
    if (Takes(verb, info))
      known.push_back(info.name);
  }
  const auto near = Nearest(word, known);
  return Fail(SBX_E_INVALID, "understand the option", std::string(word),
              near ? "did you mean " + std::string(*near) + "?"
                   : "'sbx help' lists the options; a command goes behind '--'");
}

Failure UnknownVerb(std::string_view word) {
  if (word.empty()) {
    return Fail(SBX_E_INVALID, "take an empty word as a verb", {},
                "to run a command write: sbx -- COMMAND …");
  }
  std::vector<std::string_view> known;
  for (const VerbInfo& info : Verbs())
    known.push_back(info.name);
  const auto near = Nearest(word, known);
  return Fail(SBX_E_INVALID, "understand the verb", std::string(word),
              near ? "did you mean '" + std::string(*near) + "'?"
                   : "to run a command write: sbx -- " + std::string(word) + " …");
}

Failure TooManyWords(std::string_view word, Verb verb) {
  const VerbInfo& info = InfoOf(verb);
  return Fail(SBX_E_INVALID, "understand the word", std::string(word),
              "write: sbx " + std::string(info.name) + " " + std::string(info.usage));
}

Failure NoCommand(Verb verb) {
  const VerbInfo& info = InfoOf(verb);
  return Fail(SBX_E_INVALID, "take a command", "sbx " + std::string(info.name),
              verb == Verb::kShell
                  ? "it starts your shell; to run a command write: sbx [options] -- command args…"
                  : "write: sbx " + std::string(info.name) + " " + std::string(info.usage));
}

}  // namespace

bool Arguments::Has(Option option) const {
  return Last(option).has_value();
}

std::optional<std::string> Arguments::Last(Option option) const {
  for (auto it = options.rbegin(); it != options.rend(); ++it) {
    if (it->first == option)
      return it->second;
  }
  return std::nullopt;
}

std::vector<std::string> Arguments::All(Option option) const {
  std::vector<std::string> values;
  for (const auto& [which, value] : options) {
    if (which == option)
      values.push_back(value);
  }
  return values;
}

Result<Arguments> Parse(std::span<const std::string> words) {
  Arguments parsed;
  std::size_t i = 0;
  if (!words.empty() && !words[0].starts_with('-')) {
    const VerbInfo* found = FindVerb(words[0]);
    if (found == nullptr)
      return UnknownVerb(words[0]);
    parsed.verb = found->verb;
    i = 1;
  }
  for (; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      if (!TakesCommand(parsed.verb))
        return NoCommand(parsed.verb);
      parsed.has_command = true;
      parsed.command.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (!word.starts_with('-') || word == "-") {
      if (parsed.verb == Verb::kRun) {
        if (word.empty()) {
          return Fail(SBX_E_INVALID, "understand an empty word", {},
                      "the command goes behind '--': sbx [options] -- COMMAND …");
        }
        return Fail(SBX_E_INVALID, "understand the word", word,
                    "the command goes behind '--': sbx [options] -- " + word + " …");
      }
      const auto known = WordsOf(parsed.verb);
      const bool any = !known.empty() && known.back().ends_with("…");
      if (!any && parsed.words.size() == known.size())
        return TooManyWords(word, parsed.verb);
      parsed.words.push_back(word);
      continue;
    }
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string_view name = std::string_view(word).substr(0, equals);
    const auto info = std::ranges::find_if(Options(), [&](const OptionInfo& o) {
      return (o.name == name || (!o.short_name.empty() && o.short_name == name)) &&
             Takes(parsed.verb, o);
    });
    if (info == Options().end())
      return UnknownOption(name, parsed.verb);
    if (info->argument.empty()) {
      if (equals != std::string::npos) {
        return Fail(SBX_E_INVALID, "use the option", word,
                    std::string(info->name) + " takes no value");
      }
      parsed.options.emplace_back(info->option, "");
      continue;
    }
    if (equals != std::string::npos) {
      parsed.options.emplace_back(info->option, word.substr(equals + 1));
    } else if (i + 1 < words.size() && words[i + 1] != "--") {
      parsed.options.emplace_back(info->option, words[++i]);
    } else {
      return Fail(
          SBX_E_INVALID, "use the option", word,
          "it needs a value: " + std::string(info->name) + " " + std::string(info->argument));
    }
  }
  return parsed;
}

}  // namespace sbx::cli
