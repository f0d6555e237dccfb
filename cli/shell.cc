// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cli/request.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

constexpr std::string_view kBashMark = R"(case $PS1 in "(sbx) "*) ;; *) PS1="(sbx) $PS1" ;; esac)";
constexpr std::string_view kFishMark =
    "functions --query __sbx_prompt; or functions --copy fish_prompt __sbx_prompt; "
    "function fish_prompt; echo -n '(sbx) '; __sbx_prompt; end";

// The variable `name` of the environment `env`, or nothing.
std::string ValueOf(const std::vector<std::string>& env, std::string_view name) {
  for (const std::string& entry : env) {
    if (entry.starts_with(name) && entry.substr(name.size(), 1) == "=") {
      return entry.substr(name.size() + 1);
    }
  }
  return {};
}

}  // namespace

void UseShell(const Arguments& arguments, const Host& host, const ResolvedPolicy& policy,
              Launch& launch) {
  std::string shell = ValueOf(launch.env, "SHELL");
  if (shell.empty())
    shell = host.Variable("SHELL").value_or("");
  if (shell.empty())
    shell = "/bin/sh";
  launch.argv = {shell};
  if (policy.policy().mode == Mode::kDangerFullAccess)
    return;

  const std::vector<std::string> asked = arguments.All(Option::kEnv);
  const auto hint = [&](const std::string& name, const std::string& value) {
    if (std::ranges::any_of(asked, [&](const std::string& entry) {
          return entry == name || entry.starts_with(name + "=");
        })) {
      return;
    }
    std::erase_if(launch.env, [&](const std::string& e) { return e.starts_with(name + "="); });
    launch.env.push_back(name + "=" + value);
  };
  hint("SBX", "1");
  const std::string name = shell.substr(shell.rfind('/') + 1);
  if (name == "bash") {
    const std::string own = ValueOf(launch.env, "PROMPT_COMMAND");
    hint("PROMPT_COMMAND", (own.empty() ? "" : own + "; ") + std::string(kBashMark));
  } else if (name == "fish") {
    launch.argv.insert(launch.argv.end(), {"--init-command", std::string(kFishMark)});
  } else {
    hint("PS1", name == "zsh" ? "(sbx) %m%# " : host.uid == 0 ? "(sbx) # " : "(sbx) $ ");
  }
}

void Greet(const ResolvedPolicy& policy) {
  const std::string mode{NameOf(policy.policy().mode)};
  Note(policy.policy().mode == Mode::kDangerFullAccess
           ? "this shell is not confined (" + mode + ")"
           : "this shell is confined (" + mode + ", workspace " + policy.workspace() +
                 "); 'exit' leaves it");
}

}  // namespace sbx::cli
