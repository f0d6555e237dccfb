// SPDX-License-Identifier: MIT
#include <string>
#include <vector>

#include "cli/request.hpp"

// Runs a command; for the other verbs it goes on as sbx-verbs.
int main(int argc, char** argv) {
  using sbx::cli::Option;
  using sbx::cli::Verb;
  if (const auto filled = sbx::FillStandardStreams(); !filled)
    return sbx::cli::Report({}, filled.error());
  const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
  if (words.empty())
    return sbx::cli::Report({}, sbx::Become(sbx::VerbsProgram(), argv));
  const auto arguments = sbx::cli::Parse(words);
  if (!arguments)
    return sbx::cli::Report({}, arguments.error());
  const bool runs = arguments->verb == Verb::kRun || arguments->verb == Verb::kShell;
  if (!runs || arguments->Has(Option::kHelp) || arguments->Has(Option::kVersion))
    return sbx::cli::Report(*arguments, sbx::Become(sbx::VerbsProgram(), argv));
  const auto host = sbx::ReadHost();
  if (!host)
    return sbx::cli::Report(*arguments, host.error());
  return RunCommand(*arguments, *host);
}
