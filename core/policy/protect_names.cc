// SPDX-License-Identifier: MIT
#include "core/policy/protect_names.hpp"

#include <algorithm>
#include <array>

namespace sbx {

namespace {

using enum ProtectGroup;
using enum Where;

// A shell start-up file beside a project is believed by nobody but direnv, so
// that its name need not be held there.
constexpr ProtectedName kNames[] = {
    {kGitHooks, kGit, "hooks"},
    {kGitConfig, kGit, "config"},
    {kGitConfig, kGit, "config.worktree"},
    {kGitConfig, kGit, "commondir", false},
    {kGitConfig, kGit, "gitdir", false},
    {kGitConfig, kGit, "info/attributes", false},
    {kGitConfig, kRoot, ".gitmodules"},
    {kGitConfig, kRootAndHome, ".gitconfig", false},
    {kGitConfig, kHome, ".config/git"},
    {kShellRc, kHome, ".bashrc"},
    {kShellRc, kHome, ".bash_profile"},
    {kShellRc, kHome, ".bash_login"},
    {kShellRc, kHome, ".bash_logout"},
    {kShellRc, kHome, ".bash_aliases"},
    {kShellRc, kHome, ".profile"},
    {kShellRc, kHome, ".zshenv"},
    {kShellRc, kHome, ".zshrc"},
    {kShellRc, kHome, ".zprofile"},
    {kShellRc, kHome, ".zlogin"},
    {kShellRc, kHome, ".zlogout"},
    {kShellRc, kHome, ".inputrc"},
    {kShellRc, kHome, ".pam_environment"},
    {kShellRc, kHome, ".ssh"},
    {kShellRc, kHome, ".config/fish"},
    {kShellRc, kHome, ".config/environment.d"},
    {kShellRc, kHome, ".config/systemd"},
    {kShellRc, kHome, ".config/autostart"},
    {kShellRc, kHome, ".config/powershell"},
    {kShellRc, kRoot, ".bashrc", false},
    {kShellRc, kRoot, ".bash_profile", false},
    {kShellRc, kRoot, ".profile", false},
    {kShellRc, kRoot, ".zshenv", false},
    {kShellRc, kRoot, ".zshrc", false},
    {kShellRc, kRoot, ".zprofile", false},
    {kShellRc, kRoot, ".ripgreprc", false},
    {kShellRc, kRoot, ".envrc"},
    {kEditor, kRootAndHome, ".vscode"},
    {kEditor, kRootAndHome, ".idea"},
    {kEditor, kRootAndHome, ".zed"},
    {kEditor, kRoot, ".devcontainer"},
    {kEditor, kRoot, ".exrc"},
    {kEditor, kRoot, ".nvim.lua"},
    {kEditor, kRoot, ".nvimrc"},
    {kEditor, kRoot, ".dir-locals.el"},
    {kEditor, kHome, ".vimrc"},
    {kEditor, kHome, ".vim"},
    {kEditor, kHome, ".emacs"},
    {kEditor, kHome, ".emacs.d"},
    {kEditor, kHome, ".config/nvim"},
    {kEditor, kHome, ".config/Code"},
    {kEditor, kHome, ".config/zed"},
    {kAgentConfig, kRootAndHome, ".agents"},
    {kAgentConfig, kRootAndHome, ".claude"},
    {kAgentConfig, kRootAndHome, ".codex"},
    {kAgentConfig, kRootAndHome, ".cursor"},
    {kAgentConfig, kRootAndHome, ".factory"},
    {kAgentConfig, kRootAndHome, ".gemini"},
    {kAgentConfig, kRootAndHome, ".opencode"},
    {kAgentConfig, kRootAndHome, ".pi"},
    {kAgentConfig, kRootAndHome, ".windsurf"},
    {kAgentConfig, kRoot, ".mcp.json"},
    {kAgentConfig, kHome, ".claude.json", false},
    {kSecrets, kRoot, "secrets", false},
    {kSecrets, kRoot, ".secrets", false},
};

constexpr std::array<InlineText<16>, 4> kTemplates = {".env.example", ".env.sample",
                                                      ".env.template", ".env.dist"};
constexpr std::array<InlineText<8>, 4> kSuffixes = {".pem", ".key", ".p12", ".pfx"};

}  // namespace

std::span<const ProtectedName> ProtectedNames() {
  return kNames;
}

bool IsSecretName(std::string_view name) {
  if (name == ".env" || name.starts_with(".env.")) {
    return std::find(kTemplates.begin(), kTemplates.end(), name) == kTemplates.end();
  }
  return std::any_of(kSuffixes.begin(), kSuffixes.end(), [&](std::string_view suffix) {
    return name.size() > suffix.size() && name.ends_with(suffix);
  });
}

}  // namespace sbx
