// SPDX-License-Identifier: MIT
#include "cli/options.hpp"

#include <algorithm>
#include <charconv>

namespace sbx::cli {
namespace {

constexpr VerbInfo kVerbs[] = {
    {Verb::kRun, "run", "[options] -- command [args…]", "run a command under the policy"},
    {Verb::kStatus, "status", "[options]", "what is enforced here, and by which mechanism"},
    {Verb::kExplain, "explain", "[options] [PATH | -- command [args…]]",
     "which rule decides, and the plan that would be used"},
    {Verb::kCheck, "check", "[options] read|write PATH",
     "ask the policy without running: exit 0 allowed, 77 denied"},
    {Verb::kDoctor, "doctor", "[options]", "attack every runner on this host and say what holds"},
    {Verb::kCleanup, "cleanup", "[options]", "find and remove what killed runs left behind"},
    {Verb::kPlugins, "plugins", "[options]", "what is installed, refused and why"},
    {Verb::kVersion, "version", "[--json]", "version and interface numbers"},
    {Verb::kHelp, "help", "[verb]", "this text, or that of a verb"},
};

constexpr OptionInfo kOptions[] = {
    {Option::kRunner, "--runner", "", "auto|ID", "resdk", "the runner to use; a named one is never replaced"},
    {Option::kMode, "--mode", "", "read-only|workspace-write|danger-full-access", "resck", "what may be changed at all"},
    {Option::kWorkspace, "--workspace", "", "DIR", "resck", "the directory that may be changed; default: the working directory"},
    {Option::kAllowRead, "--allow-read", "", "PATH", "resc", "let it be read, inside a denied directory"},
    {Option::kDenyRead, "--deny-read", "", "PATH", "resc", "hide it, with everything below"},
    {Option::kAllowWrite, "--allow-write", "", "PATH", "resc", "let it be changed, with everything below"},
    {Option::kDenyWrite, "--deny-write", "", "PATH", "resc", "keep it from being changed, inside a writable directory"},
    {Option::kTmp, "--tmp", "", "shared|private|none", "resc", "temporary files: the host's, a directory of its own, or none"},
    {Option::kNet, "--net", "", "open|none", "resc", "the network"},
    {Option::kUnixSockets, "--unix-sockets", "", "inside|allow|deny", "resc", "Unix sockets: those made during the run, all, or none"},
    {Option::kAllowSocket, "--allow-socket", "", "PATH", "resc", "let this Unix socket be reached"},
    {Option::kRequire, "--require", "", "RESTRICTION,…", "res", "refuse to run unless these are fully enforced"},
    {Option::kRunnerCommand, "--runner-command", "", "WORD", "resd", "a bwrap-compatible runner of yours, one word each time"},
    {Option::kRunnerFailureSignature, "--runner-failure-signature", "", "TEXT", "resd", "text by which that runner's own failures are known"},
    {Option::kEnv, "--env", "", "NAME[=VALUE]", "r", "set a variable, or keep the caller's after --clear-env"},
    {Option::kClearEnv, "--clear-env", "", "", "r", "start from an empty environment"},
    {Option::kCwd, "--cwd", "", "DIR", "resc", "the working directory of the command"},
    {Option::kSession, "--session", "", "ID", "r", "the session that the run belongs to"},
    {Option::kOrigin, "--origin", "", "user|agent", "r", "who asked for the run"},
    {Option::kTimeout, "--timeout", "", "DURATION", "rd", "end the whole tree after this time (exit 124)"},
    {Option::kGrace, "--grace", "", "DURATION", "r", "how long it may go on after SIGTERM to sbx; default: 5s"},
    {Option::kMemory, "--memory", "", "SIZE", "res", "data memory of each process"},
    {Option::kProcesses, "--processes", "", "N", "res", "processes and threads of the user"},
    {Option::kCpu, "--cpu", "", "DURATION", "res", "processor time of each process"},
    {Option::kFileSize, "--file-size", "", "SIZE", "res", "size of a file that is written"},
    {Option::kOpenFiles, "--open-files", "", "N", "res", "open descriptors of each process"},
    {Option::kMaxOutput, "--max-output", "", "SIZE", "r", "bytes of each stream that --json keeps; the rest is counted"},
    {Option::kAsOwner, "--as-owner", "", "", "r", "as root: run as the owner of the workspace"},
    {Option::kTty, "--tty", "", "auto|off", "r", "share the terminal, or take none"},
    {Option::kJson, "--json", "", "", "rsecdkpv", "one JSON document on standard output"},
    {Option::kQuiet, "--quiet", "-q", "", "rck", "no notices"},
    {Option::kVerbose, "--verbose", "-v", "", "rsd", "say more: what is enforced, and why a runner was passed over"},
    {Option::kShort, "--short", "", "", "s", "one line, for a prompt or footer"},
    {Option::kHelp, "--help", "-h", "", "rsecdkpvh", "help for this verb"},
    {Option::kVersion, "--version", "", "", "r", "same as the verb version"},
};

constexpr char kLetters[] = "rsecdkpvh";  // in the order of Verb

char LetterOf(Verb verb) { return kLetters[static_cast<std::size_t>(verb)]; }

std::size_t Distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

Failure UnknownOption(std::string_view word, Verb verb) {
  std::vector<std::string_view> known;
  for (const OptionInfo& info : kOptions) {
    if (info.verbs.find(LetterOf(verb)) != std::string_view::npos) known.push_back(info.name);
  }
  const auto near = Nearest(word, known);
  return Fail(SBX_E_INVALID, "understand the option", std::string(word),
              near ? "did you mean " + std::string(*near) + "?"
                   : "'sbx help' lists the options; a command goes behind '--'");
}

Failure UnknownVerb(std::string_view word) {
  std::vector<std::string_view> known;
  for (const VerbInfo& info : kVerbs) known.push_back(info.name);
  const auto near = Nearest(word, known);
  return Fail(SBX_E_INVALID, "understand the verb", std::string(word),
              near ? "did you mean '" + std::string(*near) + "'?"
                   : "to run a command write: sbx -- " + std::string(word) + " …");
}

Result<std::uint64_t> ParseNumber(std::string_view option, std::string_view text,
                                  std::string_view form) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || text.empty() || value == 0) {
    return Fail(SBX_E_INVALID, "use the value of " + std::string(option), std::string(text),
                "it takes " + std::string(form));
  }
  return value;
}

Result<std::uint64_t> Scaled(std::uint64_t value, std::uint64_t factor, std::string_view option,
                             std::string_view text) {
  std::uint64_t product = 0;
  if (__builtin_mul_overflow(value, factor, &product) || product > (std::uint64_t{1} << 62)) {
    return Fail(SBX_E_INVALID, "use the value of " + std::string(option), std::string(text),
                "it is too large");
  }
  return product;
}

}  // namespace

std::span<const VerbInfo> Verbs() { return kVerbs; }
std::span<const OptionInfo> Options() { return kOptions; }
const OptionInfo& InfoOf(Option option) { return kOptions[static_cast<std::size_t>(option)]; }

bool Arguments::Has(Option option) const { return Last(option).has_value(); }

std::optional<std::string> Arguments::Last(Option option) const {
  for (auto it = options.rbegin(); it != options.rend(); ++it) {
    if (it->first == option) return it->second;
  }
  return std::nullopt;
}

std::vector<std::string> Arguments::All(Option option) const {
  std::vector<std::string> values;
  for (const auto& [which, value] : options) {
    if (which == option) values.push_back(value);
  }
  return values;
}

std::optional<std::string_view> Nearest(std::string_view word,
                                        std::span<const std::string_view> known) {
  std::optional<std::string_view> best;
  std::size_t least = word.size() / 3 + 1;
  for (const std::string_view candidate : known) {
    const std::size_t distance = Distance(word, candidate);
    if (distance <= least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

Result<Arguments> Parse(std::span<const std::string> words) {
  Arguments parsed;
  std::size_t i = 0;
  if (!words.empty() && !words[0].starts_with('-')) {
    const auto* found = std::find_if(std::begin(kVerbs), std::end(kVerbs),
                                     [&](const VerbInfo& info) { return info.name == words[0]; });
    if (found == std::end(kVerbs)) return UnknownVerb(words[0]);
    parsed.verb = found->verb;
    i = 1;
  }
  for (; i < words.size(); ++i) {
    const std::string& word = words[i];
    if (word == "--") {
      parsed.has_command = true;
      parsed.command.assign(words.begin() + static_cast<std::ptrdiff_t>(i) + 1, words.end());
      break;
    }
    if (!word.starts_with('-') || word == "-") {
      if (parsed.verb == Verb::kRun) {
        return Fail(SBX_E_INVALID, "understand the word", word,
                    "the command goes behind '--': sbx [options] -- " + word + " …");
      }
      parsed.words.push_back(word);
      continue;
    }
    const std::size_t equals = word.starts_with("--") ? word.find('=') : std::string::npos;
    const std::string_view name = std::string_view(word).substr(0, equals);
    const auto* info = std::find_if(std::begin(kOptions), std::end(kOptions), [&](const auto& o) {
      return (o.name == name || (!o.short_name.empty() && o.short_name == name)) &&
             o.verbs.find(LetterOf(parsed.verb)) != std::string_view::npos;
    });
    if (info == std::end(kOptions)) return UnknownOption(name, parsed.verb);
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
      return Fail(SBX_E_INVALID, "use the option", word,
                  "it needs a value: " + std::string(info->name) + " " +
                      std::string(info->argument));
    }
  }
  return parsed;
}

Result<std::uint64_t> ParseDuration(std::string_view option, std::string_view text) {
  std::uint64_t factor = 1000;
  std::string_view digits = text;
  if (text.ends_with("ms")) {
    factor = 1;
    digits.remove_suffix(2);
  } else if (text.ends_with('s') || text.ends_with('m') || text.ends_with('h')) {
    factor = text.back() == 's' ? 1000 : text.back() == 'm' ? 60'000 : 3'600'000;
    digits.remove_suffix(1);
  }
  auto value = ParseNumber(option, digits, "a time such as 500ms, 30s, 5m or 2h");
  if (!value) return value;
  return Scaled(*value, factor, option, text);
}

Result<std::uint64_t> ParseSize(std::string_view option, std::string_view text) {
  std::uint64_t factor = 1;
  std::string_view digits = text;
  static constexpr std::string_view kUnits = "KMGT";
  if (!text.empty()) {
    const std::size_t unit = kUnits.find(text.back());
    if (unit != std::string_view::npos) {
      factor = std::uint64_t{1} << (10 * (unit + 1));
      digits.remove_suffix(1);
    }
  }
  auto value = ParseNumber(option, digits, "a size such as 4096, 64K, 10M or 2G");
  if (!value) return value;
  return Scaled(*value, factor, option, text);
}

Result<std::uint64_t> ParseCount(std::string_view option, std::string_view text) {
  return ParseNumber(option, text, "a whole number above zero");
}

}  // namespace sbx::cli
