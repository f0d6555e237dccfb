// SPDX-License-Identifier: MIT
#include "cli/completion.hpp"
#include "cli/options.hpp"
#include "cli/value_form.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

constexpr std::string_view kHead = R"SH(#compdef sbx
# zsh completion of sbx, made by: sbx completion zsh

_sbx_runners() {
  local id rest
  local -a runners
  command sbx plugins 2>/dev/null | while read -r id rest; do
    case $rest in
      *refused:*) ;;
      *sbx.runner/*) runners+=("$id") ;;
    esac
  done
  compadd "$@" $runners
}

_sbx_variables() {
  compadd "$@" -S '' -- ${(k)parameters[(R)*export*]}
}
)SH";

constexpr std::string_view kTail = R"SH(
_sbx() {
  local verb=run
  local -i dashes=${words[(i)--]}
  if ((dashes < CURRENT)); then
    shift dashes words
    ((CURRENT -= dashes))
    _normal
    return
  fi
  if ((CURRENT == 2)) && [[ $words[2] != -* ]]; then
    _sbx_verbs
    return
  fi
  if [[ $words[2] != -* ]]; then
    verb=$words[2]
    shift words
    ((CURRENT--))
  fi
  _sbx_verb $verb
}

if [[ $funcstack[1] == _sbx ]]; then
  _sbx "$@"
else
  compdef _sbx sbx
fi
)SH";

// For the text of a specification of _arguments and _describe.
std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\')
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

std::string Action(const ValueForm& form) {
  switch (form.lookup) {
    case Lookup::kNothing:
      return form.words.empty() ? " " : "(" + Joined(form.words) + ")";
    case Lookup::kRunner:
      return "_sbx_runners " + Joined(form.words);
    case Lookup::kFolder:
      return "_files -/";
    case Lookup::kPath:
      return "_files";
    case Lookup::kNames:
      return "_sequence compadd - " + Joined(form.words);
    case Lookup::kVariable:
      return "_sbx_variables";
  }
  return " ";
}

std::string Specification(const OptionInfo& info, std::string_view name) {
  std::string text = info.repeatable ? "*" : "";
  text += name;
  if (!info.argument.empty() && name.starts_with("--"))
    text += "=";
  text += "[" + Escaped(info.summary) + "]";
  if (!info.argument.empty()) {
    text += ":" + Escaped(info.argument) + ":" + Action(FormOf(info.argument));
  }
  return ShellQuote(text);
}

std::string CaseOf(const VerbInfo& verb) {
  std::string text = "    " + std::string(verb.name) + ")\n      _arguments -S";
  const auto add = [&](const std::string& specification) {
    text += " \\\n        " + specification;
  };
  for (const OptionInfo& info : Options()) {
    if (!Takes(verb.verb, info))
      continue;
    add(Specification(info, info.name));
    if (!info.short_name.empty())
      add(Specification(info, info.short_name));
  }
  std::size_t at = 1;
  for (const std::string_view word : WordsOf(verb.verb)) {
    add(ShellQuote(std::to_string(at++) + ":" + Escaped(word) + ":" + Action(FormOf(word))));
  }
  return text + "\n      ;;\n";
}

}  // namespace

std::string ZshCompletion() {
  std::string verbs = "\n_sbx_verbs() {\n  local -a verbs=(\n";
  std::string cases = "\n_sbx_verb() {\n  case $1 in\n";
  for (const VerbInfo& verb : Verbs()) {
    verbs += "    " + ShellQuote(std::string(verb.name) + ":" + Escaped(verb.summary)) + "\n";
    cases += CaseOf(verb);
  }
  return std::string(kHead) + verbs + "  )\n  _describe verb verbs\n}\n" + cases + "  esac\n}\n" +
         std::string(kTail);
}

}  // namespace sbx::cli
