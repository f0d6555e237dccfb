// SPDX-License-Identifier: MIT
#include "cli/completion.hpp"
#include "cli/options.hpp"
#include "cli/value_form.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

constexpr std::string_view kHead = R"SH(# bash completion of sbx, made by: sbx completion bash

_sbx_runners() {
  local id rest
  command sbx plugins 2>/dev/null | while read -r id rest; do
    case $rest in
      *refused:*) ;;
      *sbx.runner/*) printf '%s\n' "$id" ;;
    esac
  done
}

_sbx_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}

_sbx_list() {
  local head=
  [[ $current == *,* ]] && head=${current%,*},
  compopt -o nospace
  mapfile -t COMPREPLY < <(compgen -P "$head" -W "$1" -- "${current##*,}")
}

_sbx_files() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen "$1" -- "$current")
}

_sbx_variables() {
  compopt -o nospace
  mapfile -t COMPREPLY < <(compgen -e -- "$current")
}

_sbx_command() {
  if declare -F _comp_command_offset >/dev/null; then
    _comp_command_offset "$1"
  elif declare -F _command_offset >/dev/null; then
    _command_offset "$1"
  elif ((COMP_CWORD == $1)); then
    mapfile -t COMPREPLY < <(compgen -c -- "$current")
  else
    compopt -o default
  fi
}
)SH";

// Bash cuts words at '=' and ':', hence `joined`.
constexpr std::string_view kTail = R"SH(
_sbx() {
  local current=${COMP_WORDS[COMP_CWORD]} verb=run option= position=0 joined= i=1 word
  COMPREPLY=()
  if ((COMP_CWORD > 1)) && [[ ${COMP_WORDS[1]} != -* ]]; then
    verb=${COMP_WORDS[1]} i=2
  fi
  for (( ; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if [[ $word == -- ]]; then
      _sbx_command $((i + 1))
      return
    fi
    case $word in
      [=:]*) joined=1 ;;
      *)
        if [[ -n $option ]]; then
          option=
        elif [[ -n $joined ]]; then
          :
        elif [[ $word == -* ]]; then
          _sbx_takes_value "$word" && option=$word
        else
          ((position++))
        fi
        joined=
        ;;
    esac
  done
  [[ $current == = ]] && current=
  if [[ -n $option ]]; then
    _sbx_value "$option"
  elif [[ $current == -* ]]; then
    _sbx_words "$(_sbx_options "$verb")"
  elif ((COMP_CWORD == 1)); then
    _sbx_words "$_sbx_verbs"
  else
    _sbx_position "$verb" "$position"
  fi
} &&
  complete -F _sbx sbx
)SH";

std::string Action(const ValueForm& form) {
  const std::string words = ShellQuote(Joined(form.words));
  switch (form.lookup) {
    case Lookup::kNothing:
      return form.words.empty() ? ":" : "_sbx_words " + words;
    case Lookup::kRunner:
      return "_sbx_words \"" + Joined(form.words) + " $(_sbx_runners)\"";
    case Lookup::kFolder:
      return "_sbx_files -d";
    case Lookup::kPath:
      return "_sbx_files -f";
    case Lookup::kNames:
      return "_sbx_list " + words;
    case Lookup::kVariable:
      return "_sbx_variables";
  }
  return ":";
}

std::string Arm(const std::string& pattern, const std::string& action) {
  return "    " + pattern + ") " + action + " ;;\n";
}

std::string Function(const std::string& name, const std::string& subject, const std::string& arms) {
  return "\n" + name + "() {\n  case " + subject + " in\n" + arms + "  esac\n}\n";
}

}  // namespace

std::string BashCompletion() {
  std::string verbs;
  std::string options;
  std::string takes;
  std::string values;
  std::string positions;
  for (const VerbInfo& verb : Verbs()) {
    verbs += (verbs.empty() ? "" : " ") + std::string(verb.name);
    std::string names;
    for (const OptionInfo& info : Options()) {
      if (Takes(verb.verb, info))
        names += (names.empty() ? "" : " ") + std::string(info.name);
    }
    options += Arm(std::string(verb.name), "echo '" + names + "'");
    std::size_t at = 0;
    for (const std::string_view word : WordsOf(verb.verb)) {
      positions += Arm(std::string(verb.name) + ":" + std::to_string(at++), Action(FormOf(word)));
    }
  }
  for (const OptionInfo& info : Options()) {
    if (info.argument.empty())
      continue;
    takes += (takes.empty() ? "" : " | ") + std::string(info.name);
    values += Arm(std::string(info.name), Action(FormOf(info.argument)));
  }
  return std::string(kHead) + "\n_sbx_verbs='" + verbs + "'\n" +
         Function("_sbx_options", "$1", options) +
         Function("_sbx_takes_value", "$1", Arm(takes, "return 0") + Arm("*", "return 1")) +
         Function("_sbx_value", "$1", values) + Function("_sbx_position", "$1:$2", positions) +
         std::string(kTail);
}

}  // namespace sbx::cli
