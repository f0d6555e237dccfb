// SPDX-License-Identifier: MIT
#include "cli/options.hpp"

namespace sbx::cli {
namespace {

constexpr TopicEntry kPaths[] = {
    {"~/", "your home directory"},
    {"$WORKSPACE/", "the directory that may be changed: --workspace, else the working directory"},
    {"$GIT_ROOT/", "the root of the repository that the workspace belongs to"},
    {"$TMP/", "the temporary directory of the run"},
    {"$HOME/", "your home directory"},
};

constexpr TopicEntry kProtect[] = {
    {"own-config", "sbx's own files; always"},
    {"git-hooks", "the hooks of the repository, its worktrees and submodules; by default"},
    {"git-config",
     "their configuration, .gitmodules and ~/.gitconfig; git remote add, git submodule update "
     "--init and git config are refused then"},
    {"shell-rc", "what shells and sessions run when they start, ~/.ssh and .envrc included"},
    {"editor", ".vscode, .idea, .devcontainer and others: settings that run programs"},
    {"agent-config", ".claude, .codex, .pi, .mcp.json and others: settings of agents"},
    {"secrets",
     ".env and .env.* but for templates (.env.example), secrets and .secrets, and *.pem, *.key, "
     "*.p12 and *.pfx; new ones elsewhere can be made"},
};

constexpr TopicEntry kExit[] = {
    {"the command's", "it ran; 128+N when signal N ended it"},
    {"124", "--timeout came, and the whole tree was ended"},
    {"125", "sbx could not do it, and nothing ran"},
    {"137", "the command was killed, or the grace after SIGTERM was over"},
    {"126", "the command was found and could not be executed"},
    {"127", "the command was not found"},
    {"77", "check: the policy says no"},
};

constexpr TopicEntry kEnvironment[] = {
    {"SBX_PLUGIN_PATH",
     "plugin folders before the installed one, separated by ':'; not read when "
     "sbx was started with the rights of another user"},
    {"SBX_MODE",
     "a mode, which can only make the run narrower; not read when sbx was started with the rights "
     "of "
     "another user"},
    {"XDG_CONFIG_HOME",
     "its folder sbx is your configuration, kept from every command; ~/.config without it"},
    {"XDG_STATE_HOME", "its folder sbx is sbx's state, kept likewise; ~/.local/state without it"},
    {"HOME, TMPDIR", "as everywhere"},
    {"SHELL", "what sbx shell runs"},
    {"SBX", "is 1 inside sbx shell, as a hint; never read"},
};

constexpr TopicEntry kFiles[] = {
    {"PREFIX/lib/sbx/plugins", "the installed plugins, each with its manifest ID.sbxplugin.json"},
    {"PREFIX/libexec/sbx", "the helper inside the sandbox, and the attacks of sbx doctor"},
    {"PREFIX/include/sbx",
     "the headers for plugins; find_package(sbx) and pkg-config sbx-sdk find them"},
    {"~/.config/sbx/config.json", "your policy"},
    {"WORKSPACE/.sbx/config.json",
     "a project's; those of the folders above it up to the root of the repository count too"},
    {"/etc/sbx/policy.json",
     "the organisation's, above everything; it and its folders have to be root's"},
    {"~/.local/state/sbx/trust.json", "the projects that you trust; see sbx trust"},
    {"PREFIX/share/sbx/policy.schema.json", "the JSON Schema of a policy"},
    {"~/.config/sbx, ~/.local/state/sbx, WORKSPACE/.sbx", "sbx's own, which no command may change"},
};

constexpr Topic kTopics[] = {
    {"paths", "Paths in rules",
     "Paths are absolute, relative to the working directory (or --cwd), or begin with one of the "
     "words "
     "below. The deepest rule that covers a path decides, and at one path deny wins. Allowing to "
     "write "
     "allows to read; denying to read denies to write. A final /** is the same as none. "
     "* stands for any characters of one name, ? for one, [a-z] for one of these and [!a-z] for "
     "none "
     "of them, ** for any number of folders, and a backslash before one of these takes it as it "
     "is. "
     "What begins with **/ is about the whole workspace and its repository. A pattern is about "
     "what "
     "exists when the run begins; a denied one that could match names made later, in a writable "
     "directory, is refused, because no runner here can hold that, unless --patterns existing. "
     "check judges those names by the pattern.",
     kPaths},
    {"protect", "What is protected",
     "Files that others run or believe later can be kept from being changed, group by group, in "
     "the "
     "workspace, in the root of its repository, and in the home directory where that is writable. "
     "No tree is searched for them, but for secrets and, when a git group is named, for "
     "repositories "
     "inside: four folders deep, 20000 names, 100 finds, not in .git, node_modules, dist, build, "
     "coverage, .next, .turbo, .cache, target and vendor; a notice says when that was cut. A group "
     "that is protected by default is best effort: where the "
     "runner cannot hold it (Landlock cannot, in a writable directory) sbx status names that. One "
     "that --protect names is held, or nothing runs. A name that does not exist is held while the "
     "command runs, so that it cannot be made. An --allow-write inside a group is refused.",
     kProtect},
    {"exit", "Exit status and signals",
     "Signals to sbx are passed on to the command. After SIGTERM, or when the terminal is gone, "
     "its whole tree is killed when --grace is over, or at a second SIGTERM at once.",
     kExit},
    {"json",
     "JSON",
     "--json prints one document. For a run: outcome, exitCode, signal, runner, mode, workspace, "
     "enforced, enforcement (each with restriction, level, mechanism, and gap and mend where it is "
     "not "
     "full), stdout and stderr (with …Encoding, which is base64 where the bytes are not UTF-8, and "
     "…Truncated, …HeadBytes, …DroppedBytes), times and peak memory, and repositoriesMade: the "
     "workspace "
     "when it became a git repository during the run.",
     {}},
    {"environment", "Environment",
     "The command gets the caller's environment, without LC_ALL, with LC_MESSAGES=C and with "
     "TMPDIR "
     "where --tmp moves it; --env and --clear-env change that. sbx itself reads:",
     kEnvironment},
    {"files", "Files", "PREFIX is where the program lies: it is found from there.", kFiles},
};

}  // namespace

std::span<const Topic> Topics() {
  return kTopics;
}

}  // namespace sbx::cli
