// SPDX-License-Identifier: MIT
#include "cli/completion.hpp"
#include "cli/options.hpp"
#include "cli/value_form.hpp"

namespace sbx::cli {
namespace {

constexpr std::string_view kHead = R"SH(# fish completion of sbx, made by: sbx completion fish

function __sbx_runners
    command sbx plugins 2>/dev/null | string match -v '*refused:*' | string match -r '^\S+(?= +sbx\.runner/)'
end

function __sbx_list
    set -l current (commandline -ct)
    set -l head (string match -r '^(?:.*[,=])?' -- $current)
    printf '%s\n' $head$argv
end

# The words before the one that is completed, without sbx itself.
function __sbx_words
    set -l words (commandline -opc)
    set -q words[2]; and printf '%s\n' $words[2..]
end

function __sbx_has_command
    contains -- -- (__sbx_words)
end

# True when no verb was written yet.
function __sbx_no_verb
    test (count (__sbx_words)) -eq 0
end

# True behind one of the verbs, before a command.
function __sbx_in
    set -l words (__sbx_words)
    contains -- -- $words; and return 1
    set -l verb run
    if set -q words[1]; and not string match -q -- '-*' $words[1]
        set verb $words[1]
    end
    contains -- $verb $argv
end

# True where word number $argv[2] of the verb $argv[1] belongs.
function __sbx_at
    __sbx_in $argv[1]; or return 1
    set -l count -1
    set -l value 0
    for word in (__sbx_words)
        if test $value = 1
            set value 0
        else if contains -- $word $__sbx_with_value
            set value 1
        else if not string match -q -- '-*' $word
            set count (math $count + 1)
        end
    end
    test $count = $argv[2]
end

function __sbx_command
    set -l words (__sbx_words)
    set -l first (math (contains -i -- -- $words) + 1)
    set -l command (string escape -- $words[$first..])
    complete -C (string join ' ' -- $command (commandline -ct))
end

complete -c sbx -f
complete -c sbx -n __sbx_has_command -a '(__sbx_command)'
)SH";

std::string Quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\')
      quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

// Where values come from; -x would forbid files, -F asks for them.
std::string Values(const ValueForm& form) {
  const std::string words = Joined(form.words);
  switch (form.lookup) {
    case Lookup::kNothing:
      return words.empty() ? "" : " -a " + Quoted(words);
    case Lookup::kRunner:
      return " -a " + Quoted(words + " (__sbx_runners)");
    case Lookup::kFolder:
      return " -a '(__fish_complete_directories (commandline -ct))'";
    case Lookup::kPath:
      return " -F";
    case Lookup::kNames:
      return " -a " + Quoted("(__sbx_list " + words + ")");
    case Lookup::kVariable:
      return " -a '(set -xn)'";
  }
  return {};
}

std::string Complete(const std::string& condition, const std::string& rest) {
  return "complete -c sbx -n " + Quoted(condition) + rest + "\n";
}

}  // namespace

std::string FishCompletion() {
  std::string with_value;
  std::string lines;
  for (const OptionInfo& info : Options()) {
    std::string verbs;
    for (const VerbInfo& verb : Verbs()) {
      if (Takes(verb.verb, info))
        verbs += " " + std::string(verb.name);
    }
    std::string rest = " -l " + std::string(info.name.view().substr(2));
    if (!info.short_name.empty())
      rest += " -s " + std::string(info.short_name.view().substr(1));
    if (!info.argument.empty()) {
      with_value += " " + std::string(info.name);
      const ValueForm form = FormOf(info.argument);
      rest += (form.lookup == Lookup::kPath ? " -r" : " -x") + Values(form);
    }
    lines += Complete("__sbx_in" + verbs, rest + " -d " + Quoted(info.summary));
  }
  for (const VerbInfo& verb : Verbs()) {
    lines +=
        Complete("__sbx_no_verb", " -a " + std::string(verb.name) + " -d " + Quoted(verb.summary));
    std::size_t at = 0;
    for (const std::string_view word : WordsOf(verb.verb)) {
      lines += Complete("__sbx_at " + std::string(verb.name) + " " + std::to_string(at++),
                        Values(FormOf(word)));
    }
  }
  return std::string(kHead) + "set -g __sbx_with_value" + with_value + "\n" + lines;
}

}  // namespace sbx::cli
