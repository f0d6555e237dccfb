// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/config/session.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

int ShowMode(const Arguments& arguments, const Request& request) {
  const Policy& policy = request.effective.policy;
  if (arguments.Has(Option::kJson)) {
    JsonWriter json;
    json.BeginObject();
    json.Member("mode", NameOf(policy.mode));
    json.Member("modeSource", policy.mode_source);
    json.EndObject();
    Print(json.text() + "\n");
  } else {
    Print(std::string(NameOf(policy.mode)) + " (" + Visible(policy.mode_source) + ")\n");
  }
  return 0;
}

}  // namespace

int SwitchMode(const Arguments& arguments, const Host& host) {
  const Surroundings around = AroundOf(arguments, host, Locate(host));
  if (!arguments.words.empty()) {
    const std::string& word = arguments.words.front();
    const bool back = word == "default";
    if (!back && !config::ChoiceNumber(config::KeyOf(config::Id::kMode), word)) {
      return Report(arguments,
                    Fail(SBX_E_INVALID, "switch to the mode", word,
                         "it is one of read-only, workspace-write, danger-full-access, or default")
                        .error);
    }
    const std::string session = arguments.Last(Option::kSession).value_or("");
    if (session.empty()) {
      return Report(arguments, Fail(SBX_E_INVALID, "switch the mode of no session", {},
                                    "name it with --session, here and for its runs; for one run "
                                    "there is --mode, for all runs the key mode")
                                   .error);
    }
    if (around.state_home.empty()) {
      return Report(arguments, Fail(SBX_E_INVALID, "find the state home", {},
                                    "set HOME or XDG_STATE_HOME to a folder")
                                   .error);
    }
    if (auto done = config::WriteSession(around.state_home, session, back ? "" : word); !done)
      return Report(arguments, done.error());
  }
  const auto request = LoadFor(arguments, host, around);
  if (!request)
    return Report(arguments, request.error());
  return ShowMode(arguments, *request);
}

}  // namespace sbx::cli
