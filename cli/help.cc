// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/report/report.hpp"
#include "sbx/abi/plugin.h"

namespace sbx::cli {
namespace {

constexpr std::string_view kLetters = "rsecdkpvh";

// Characters of UTF-8 text; none of ours is wide or combining.
std::size_t Width(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += (c & 0xc0) != 0x80 ? 1 : 0;
  return width;
}

std::string OptionsOf(Verb verb) {
  const char letter = kLetters[static_cast<std::size_t>(verb)];
  std::string text;
  for (const OptionInfo& info : Options()) {
    if (info.verbs.find(letter) == std::string_view::npos) continue;
    std::string left = "  " + std::string(info.name);
    if (!info.short_name.empty()) left += ", " + std::string(info.short_name);
    if (!info.argument.empty()) left += " " + std::string(info.argument);
    const std::size_t width = Width(left);
    text += left + (width > 32 ? "\n" + std::string(34, ' ') : std::string(34 - width, ' '));
    text += std::string(info.summary) + "\n";
  }
  return text;
}

}  // namespace

int ShowHelp(const Arguments& arguments) {
  Verb verb = arguments.verb;
  if (verb == Verb::kHelp && !arguments.words.empty()) {
    bool found = false;
    for (const VerbInfo& info : Verbs()) {
      if (info.name == arguments.words.front()) {
        verb = info.verb;
        found = true;
      }
    }
    if (!found) {
      return Report(arguments, Fail(SBX_E_INVALID, "help with the verb", arguments.words.front(),
                                    "'sbx help' lists the verbs")
                                   .error);
    }
  }
  std::string text;
  if (verb == Verb::kHelp) {
    text =
        "sbx runs a command, with everything it starts, so that it can change and reach\n"
        "only what a policy names.\n\n"
        "  sbx [options] -- command args…\n"
        "  sbx VERB [options] …\n\nVerbs:\n";
    for (const VerbInfo& info : Verbs()) {
      std::string left = "  " + std::string(info.name);
      left.resize(12, ' ');
      text += left + std::string(info.summary) + "\n";
    }
    text += "\nOptions of run:\n" + OptionsOf(Verb::kRun);
    text +=
        "\nExit status: that of the command (128+N when signal N ended it); 124 after --timeout;\n"
        "125 when sbx could not do it and nothing ran; 126 and 127 as a shell; 77 denied by check.\n"
        "\nSignals to sbx are passed on to the command. After SIGTERM, or when the terminal is gone,\n"
        "its whole tree is killed (exit 137) when --grace is over, or at a second SIGTERM at once.\n";
  } else {
    const VerbInfo& info = Verbs()[static_cast<std::size_t>(verb)];
    text = "sbx " + std::string(info.name) + " " + std::string(info.usage) + "\n  " +
           std::string(info.summary) + "\n\nOptions:\n" + OptionsOf(verb);
  }
  Print(text);
  return 0;
}

int ShowVersion(const Arguments& arguments) {
  if (arguments.Has(Option::kJson)) {
    JsonWriter json;
    json.BeginObject();
    json.Member("version", SBX_VERSION);
    json.Key("abiMajor");
    json.Number(SBX_ABI_MAJOR);
    json.Key("abiMinor");
    json.Number(SBX_ABI_MINOR);
    json.EndObject();
    Print(json.text() + "\n");
    return 0;
  }
  Print("sbx " SBX_VERSION ", plugin interface " + std::to_string(SBX_ABI_MAJOR) + "." +
        std::to_string(SBX_ABI_MINOR) + "\n");
  return 0;
}

}  // namespace sbx::cli
