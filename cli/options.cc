// SPDX-License-Identifier: MIT
#include "cli/options.hpp"

#include <algorithm>

namespace sbx::cli {
namespace {

// `run` and `shell` take the same options, hence the same letter.
constexpr VerbInfo kVerbs[] = {
    {Verb::kRun, 'r', "run", "[options] -- command [args…]", "run a command under the policy",
     "The command, with everything it starts, can change and reach only what the policy names. "
     "What "
     "stands behind -- is passed on byte for byte and never read as an option. Everywhere an "
     "option "
     "takes its value as the next word or after '='. The word run may be left out."},
    {Verb::kShell, 'r', "shell", "[options]", "run your shell under the policy",
     "Runs $SHELL, else /bin/sh, as run does a command; with --env SHELL=… the one that is named. "
     "Everything typed there, and everything it starts, is confined until the shell ends. Inside, "
     "SBX "
     "is 1, as a hint for prompts and scripts, and the prompt begins with (sbx) in bash, fish and "
     "shells that take PS1 from the environment. sbx itself believes neither. Under bwrap, dash "
     "ends with a "
     "complaint and status 2: it wants to give the terminal back to a group that has no number "
     "there."},
    {Verb::kStatus, 's', "status", "[options]", "what is enforced here, and by which mechanism",
     "Tries the runners as a run would, and says for each restriction how far the chosen one "
     "enforces "
     "it, by what, and what is open."},
    {Verb::kExplain, 'e', "explain", "[options] [PATH | -- command [args…]]",
     "which rule decides, and the plan that would be used",
     "For a path: the rules that decide about reading and writing it, and the narrowest option "
     "that "
     "would allow what is denied. Without one: the policy as resolved, what the runner would be "
     "told, "
     "and what it would enforce. Nothing is run."},
    {Verb::kCheck, 'c', "check", "[options] read|write|tool [PATH]",
     "ask the policy without running: exit 0 allowed, 77 denied",
     "Judges the path as a run would, and prints the deciding rule. tool reads one call of a tool "
     "from standard input: {\"name\": …, \"arguments\": {…}, \"effects\": [\"read\", \"write\", "
     "\"network\"]}. Every argument that is an http address, or a path by its name or form, is "
     "judged, and all have to pass; a call without effects, with another one, or with one that no "
     "argument speaks of is denied."},
    {Verb::kDoctor, 'd', "doctor", "[options]",
     "attack every runner on this host and say what holds",
     "Makes each attack of the battery outside and inside. A restriction is held when what works "
     "outside is refused inside; else the gap is named, and how to mend it. Exit 1 when a runner "
     "claims "
     "what it does not hold, or when none can be used."},
    {Verb::kConfig, 'g', "config", "[options] show|explain|validate|schema [FILE|KEY…]",
     "what holds, and which layer says so",
     "show prints the policy that all layers make together, as a document. explain prints for each "
     "key, or for those named, what every layer says and which one counts. validate reads files "
     "as a run would, one that is named .sbx/config.json as a project's, and exits 1 when one has "
     "an error. schema prints the JSON Schema of a document."},
    {Verb::kInit, 'i', "init", "[options]", "write a first configuration file",
     "With --user your own, with --project that of the workspace. The file says nothing that does "
     "not hold without it, and names what can be written there. One that is there is replaced "
     "only when you say so."},
    {Verb::kTrust, 't', "trust", "[options] [DIR]", "let a project's configuration count",
     "Shows what the file .sbx/config.json of the folder, else of the workspace, would change, "
     "and asks; so it does for those of a project that config sources read. The answer is kept for "
     "this folder with this content; until then the file may only narrow. Without a terminal it "
     "has to be --yes."},
    {Verb::kMode, 'm', "mode", "[options] [read-only|workspace-write|danger-full-access|default]",
     "switch the mode of a session",
     "Holds for every run with this --session from the next one on, above all files; default "
     "takes it back. Without a word: the mode that such a run has, and who says so."},
    {Verb::kCleanup, 'k', "cleanup", "[options]", "find and remove what killed runs left behind",
     "Runs clean up after themselves, also when sbx is killed. What is left when the process that "
     "does "
     "so was killed too is found and removed here; what is still in use stays."},
    {Verb::kPlugins, 'p', "plugins", "[options] [test FILE|ID]",
     "what is installed, refused and why; put a plugin to the test",
     "Without words: reads the manifests in the plugin folders, and opens no library. With test: "
     "takes one plugin, named by its file, its manifest or its id, through the checks of every "
     "run, "
     "and holds it against the contract of each of its interfaces, in processes of their own. "
     "Under "
     "a runner, each attack of sbx doctor is made as well: it may hold little, but not claim more. "
     "What is not seen within --timeout (2m) is unclear. Exit 0 when all was seen to be well, else "
     "1; 125 when it could not be loaded. It is code of yours that runs with your rights: test "
     "what "
     "you trust."},
    {Verb::kCompletion, 'o', "completion", "[options] bash|zsh|fish",
     "print the completion script of a shell",
     "The installed package has them in place. By hand: eval \"$(sbx completion bash)\" in "
     "~/.bashrc, "
     "the same for zsh in ~/.zshrc behind compinit, or sbx completion fish | source."},
    {Verb::kVersion, 'v', "version", "[options]", "version and interface numbers",
     "Plugins are built for an interface number (ABI) and for interfaces by name; --json prints "
     "both."},
    {Verb::kHelp, 'h', "help", "[options] [VERB|TOPIC]", "this text, or that of a verb or topic",
     ""},
};

constexpr OptionInfo kOptions[] = {
    {Option::kRunner, "--runner", "", "auto|RUNNER", "resdg",
     "the runner to use; a named one is never replaced"},
    {Option::kMode, "--mode", "", "read-only|workspace-write|danger-full-access", "resckg",
     "what may be changed at all"},
    {Option::kPreset, "--preset", "", "pi|pi-srt|droid|strict|srt", "resckgm",
     "what holds where nothing else is said"},
    {Option::kConfig, "--config", "", "FILE", "resckgm",
     "a policy file of yours, above the user's and the project's", true},
    {Option::kConfigSource, "--config-source", "", "pi|pi-srt|droid|srt|native|SOURCE", "resckgmt",
     "read settings that were written for another program too; srt=FILE says which file", true},
    {Option::kWorkspace, "--workspace", "", "DIR", "resckgim",
     "the directory that may be changed; default: the working directory"},
    {Option::kAllowRead, "--allow-read", "", "PATH", "rescg",
     "let it be read, inside a denied directory", true},
    {Option::kDenyRead, "--deny-read", "", "PATH", "rescg", "hide it, with everything below", true},
    {Option::kAllowWrite, "--allow-write", "", "PATH", "rescg",
     "let it be changed, with everything below", true},
    {Option::kDenyWrite, "--deny-write", "", "PATH", "rescg",
     "keep it from being changed, inside a writable directory", true},
    {Option::kPatterns, "--patterns", "", "all|existing", "rescg",
     "what a denied pattern must hold: names made later too, or those that exist"},
    {Option::kRead, "--read", "", "allow|deny", "rescg",
     "what may be read that no option names: all, or only what programs need to run"},
    {Option::kProtect, "--protect", "", "GROUP,…", "rescg",
     "keep these files from being changed, or refuse to run", true},
    {Option::kNoProtect, "--no-protect", "", "GROUP,…", "rescg",
     "leave a group unprotected that is protected by default", true},
    {Option::kTmp, "--tmp", "", "shared|private|none", "rescg",
     "temporary files: the host's, a directory of its own, or none"},
    {Option::kNet, "--net", "", "open|filtered|none", "rescg", "the network"},
    {Option::kUnixSockets, "--unix-sockets", "", "inside|allow|deny", "rescg",
     "Unix sockets: those made during the run, all, or none"},
    {Option::kAllowSocket, "--allow-socket", "", "PATH", "rescg", "let this Unix socket be reached",
     true},
    {Option::kRequire, "--require", "", "RESTRICTION,…", "resg",
     "refuse to run unless these are fully enforced", true},
    {Option::kRunnerCommand, "--runner-command", "", "WORD", "resdg",
     "a bwrap-compatible runner of yours, one word each time", true},
    {Option::kRunnerFailureSignature, "--runner-failure-signature", "", "TEXT", "resdg",
     "text by which that runner's own failures are known", true},
    {Option::kEnv, "--env", "", "NAME[=VALUE]", "r",
     "set a variable, or keep the caller's after --clear-env", true},
    {Option::kClearEnv, "--clear-env", "", "", "r", "start from an empty environment"},
    {Option::kCwd, "--cwd", "", "DIR", "rescg", "the working directory of the command"},
    {Option::kSession, "--session", "", "ID", "rescgm", "the session that the run belongs to"},
    {Option::kOrigin, "--origin", "", "user|agent", "r", "who asked for the run"},
    {Option::kTimeout, "--timeout", "", "DURATION", "rp",
     "end the whole tree after this time (exit 124); how long plugins test may take"},
    {Option::kGrace, "--grace", "", "DURATION", "r",
     "how long it may go on after SIGTERM to sbx; default: 5s"},
    {Option::kMemory, "--memory", "", "SIZE", "resg", "data memory of each process"},
    {Option::kProcesses, "--processes", "", "N", "resg", "processes and threads of the user"},
    {Option::kCpu, "--cpu", "", "DURATION", "resg", "processor time of each process"},
    {Option::kFileSize, "--file-size", "", "SIZE", "resg", "size of a file that is written"},
    {Option::kOpenFiles, "--open-files", "", "N", "resg", "open descriptors of each process"},
    {Option::kMaxOutput, "--max-output", "", "SIZE", "r",
     "bytes of each stream that --json keeps; the rest is counted"},
    {Option::kAsOwner, "--as-owner", "", "", "r", "as root: run as the owner of the workspace"},
    {Option::kTty, "--tty", "", "auto|off", "r", "share the terminal, or take none"},
    {Option::kJson, "--json", "", "", "rsecdkpvgtm", "one JSON document on standard output"},
    {Option::kQuiet, "--quiet", "-q", "", "rc", "no notices"},
    {Option::kVerbose, "--verbose", "-v", "", "rsdp",
     "say more: what is enforced, what was seen, and why a runner was passed over"},
    {Option::kShort, "--short", "", "", "s", "one line, for a prompt or footer"},
    {Option::kUser, "--user", "", "", "i", "your own file: ~/.config/sbx/config.json"},
    {Option::kProject, "--project", "", "", "i", "that of the workspace: .sbx/config.json"},
    {Option::kList, "--list", "", "", "t", "what is trusted"},
    {Option::kRevoke, "--revoke", "", "", "t", "trust it no longer"},
    {Option::kYes, "--yes", "-y", "", "it", "do not ask"},
    {Option::kMan, "--man", "", "", "h", "as a manual page, in roff"},
    {Option::kHelp, "--help", "-h", "", "rsecdkpovhgitm", "help for this verb"},
    {Option::kVersion, "--version", "", "", "r", "same as the verb version"},
};

}  // namespace

std::span<const VerbInfo> Verbs() {
  return kVerbs;
}

std::span<const OptionInfo> Options() {
  return kOptions;
}

const VerbInfo* FindVerb(std::string_view name) {
  for (const VerbInfo& info : kVerbs) {
    if (info.name == name)
      return &info;
  }
  return nullptr;
}

const VerbInfo& InfoOf(Verb verb) {
  return kVerbs[static_cast<std::size_t>(verb)];
}

const OptionInfo& InfoOf(Option option) {
  return kOptions[static_cast<std::size_t>(option)];
}

bool Takes(Verb verb, const OptionInfo& option) {
  return option.verbs.view().find(InfoOf(verb).letter) != std::string_view::npos;
}

bool TakesCommand(Verb verb) {
  return InfoOf(verb).usage.view().find("-- command") != std::string_view::npos;
}

std::vector<std::string_view> WordsOf(Verb verb) {
  std::vector<std::string_view> words;
  std::string_view usage = InfoOf(verb).usage;
  while (!usage.empty()) {
    const std::size_t end = std::min(usage.find(' '), usage.size());
    std::string_view word = usage.substr(0, end);
    usage.remove_prefix(std::min(end + 1, usage.size()));
    if (word == "[options]")
      continue;
    if (word == "--" || word == "|")
      break;
    while (word.starts_with('['))
      word.remove_prefix(1);
    while (word.ends_with(']'))
      word.remove_suffix(1);
    words.push_back(word);
  }
  return words;
}

}  // namespace sbx::cli
