// SPDX-License-Identifier: MIT
//
// sbx-verbs: all verbs but those that run something. `sbx` goes on as this program when
// it meets one of them, with the same words, so that a run maps and touches only what a
// run needs.
#include <string>
#include <vector>

#include "cli/request.hpp"

namespace {

int Dispatch(const sbx::cli::Arguments& arguments) {
  using sbx::cli::Option;
  using sbx::cli::Verb;
  if (arguments.verb == Verb::kHelp || arguments.Has(Option::kHelp))
    return ShowHelp(arguments);
  if (arguments.verb == Verb::kVersion || arguments.Has(Option::kVersion))
    return ShowVersion(arguments);
  if (arguments.verb == Verb::kCompletion)
    return PrintCompletion(arguments);
  const auto host = sbx::ReadHost();
  if (!host)
    return Report(arguments, host.error());
  sbx::RaiseFileLimit();
  switch (arguments.verb) {
    case Verb::kStatus:
      return ShowStatus(arguments, *host);
    case Verb::kExplain:
      return Explain(arguments, *host);
    case Verb::kCheck:
      return Check(arguments, *host);
    case Verb::kDoctor:
      return RunDoctor(arguments, *host);
    case Verb::kConfig:
      return ShowConfiguration(arguments, *host);
    case Verb::kInit:
      return WriteFirst(arguments, *host);
    case Verb::kTrust:
      return TrustProject(arguments, *host);
    case Verb::kMode:
      return SwitchMode(arguments, *host);
    case Verb::kCleanup:
      return CleanUp(arguments, *host);
    case Verb::kPlugins:
      return arguments.words.empty() ? ListPlugins(arguments, *host) : TestPlugin(arguments, *host);
    case Verb::kRun:
    case Verb::kShell:
    case Verb::kCompletion:
    case Verb::kHelp:
    case Verb::kVersion:
      break;
  }
  return Report(arguments, sbx::Fail(SBX_E_INVALID, "run a command by sbx-verbs", {},
                                     "start sbx, which this program is a part of")
                               .error);
}

}  // namespace

int main(int argc, char** argv) {
  if (const auto filled = sbx::FillStandardStreams(); !filled) {
    return sbx::cli::Report({}, filled.error());
  }
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (words.empty()) {
    sbx::cli::Arguments none;
    none.verb = sbx::cli::Verb::kHelp;
    return ShowHelp(none);
  }
  const auto arguments = sbx::cli::Parse(words);
  if (!arguments)
    return sbx::cli::Report({}, arguments.error());
  return Dispatch(*arguments);
}
