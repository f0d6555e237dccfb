// SPDX-License-Identifier: MIT
#include <algorithm>

#include "sbx/abi/draft/config_source.h"
#include "sbx/abi/draft/reviewer.h"
#include "sbx/abi/draft/runner.h"
#include "sbx/abi/plugin.h"

#include "cli/manual.hpp"
#include "cli/request.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kIndent = 34;  // where the text of an option begins

// Characters of UTF-8 text; none of ours is wide or combining.
std::size_t Width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

// The words of `text` in lines, each behind `indent` blanks; the first line
// begins where `column` says that the cursor is.
std::string Wrapped(std::string_view text, std::size_t indent, std::size_t column) {
  std::string lines(column < indent ? indent - column : 0, ' ');
  column = std::max(column, indent);
  bool first = true;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (!first && column + 1 + Width(word) > kColumns) {
      lines += "\n" + std::string(indent, ' ');
      column = indent;
      first = true;
    }
    lines += first ? "" : " ";
    lines += word;
    column += Width(word) + (first ? 0 : 1);
    first = false;
  }
  return lines + "\n";
}

// `left`, and `text` beside it from column `indent` on, or below when there is no room.
std::string Row(const std::string& left, std::string_view text, std::size_t indent) {
  const std::size_t width = Width(left);
  if (width + 2 > indent)
    return left + "\n" + Wrapped(text, indent, 0);
  return left + Wrapped(text, indent, width);
}

std::string OptionsOf(Verb verb) {
  std::string text;
  for (const OptionInfo& info : Options()) {
    if (!Takes(verb, info))
      continue;
    std::string left = "  " + std::string(info.name);
    if (!info.short_name.empty())
      left += ", " + std::string(info.short_name);
    if (!info.argument.empty())
      left += " " + std::string(info.argument);
    text +=
        Row(left, std::string(info.summary) + (info.repeatable ? " (repeatable)" : ""), kIndent);
  }
  return text;
}

std::string Overview() {
  std::string text =
      "sbx runs a command, with everything it starts, so that it can change and reach\n"
      "only what a policy names.\n\n"
      "  sbx [options] -- command args…\n"
      "  sbx VERB [options] …\n\nVerbs:\n";
  for (const VerbInfo& info : Verbs()) {
    text += Row("  " + std::string(info.name), info.summary, 15);
  }
  text += "\nTopics of sbx help:\n";
  for (const Topic& topic : Topics())
    text += Row("  " + std::string(topic.name), topic.title, 15);
  return text + "\nOptions of run and shell:\n" + OptionsOf(Verb::kRun) +
         "\nOf an option that is not repeatable, the last one counts.\n";
}

std::string Of(const VerbInfo& info) {
  std::string text = "sbx " + std::string(info.name) + " " + std::string(info.usage) + "\n  " +
                     std::string(info.summary) + "\n\n";
  if (!info.description.empty())
    text += Wrapped(info.description, 0, 0) + "\n";
  return text + "Options:\n" + OptionsOf(info.verb);
}

std::string Of(const Topic& topic) {
  std::string text = std::string(topic.title) + "\n\n";
  if (!topic.text.empty())
    text += Wrapped(topic.text, 0, 0);
  if (!topic.text.empty() && !topic.entries.empty())
    text += "\n";
  for (const TopicEntry& entry : topic.entries) {
    text += Row("  " + std::string(entry.term), entry.text, 26);
  }
  return text;
}

}  // namespace

int ShowHelp(const Arguments& arguments) {
  const bool manual = arguments.Has(Option::kMan);
  if (arguments.verb != Verb::kHelp) {
    Print(Of(InfoOf(arguments.verb)));
    return 0;
  }
  if (arguments.words.empty()) {
    Print(manual ? ManualPage() : Overview());
    return 0;
  }
  const std::string& name = arguments.words.front();
  if (const VerbInfo* verb = FindVerb(name); verb != nullptr) {
    Print(manual ? ManualPage(*verb) : Of(*verb));
    return 0;
  }
  const auto topic = std::ranges::find(Topics(), name, &Topic::name);
  if (topic == Topics().end() || manual) {
    return Report(arguments,
                  Fail(SBX_E_INVALID, "help with", name,
                       manual ? "verbs have a manual page, and 'sbx help --man' is that of sbx"
                              : "'sbx help' lists the verbs and topics")
                      .error);
  }
  Print(Of(*topic));
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
    json.Key("interfaces");
    json.BeginArray();
    for (const char* interface :
         {SBX_RUNNER_INTERFACE, SBX_REVIEWER_INTERFACE, SBX_CONFIG_SOURCE_INTERFACE})
      json.String(interface);
    json.EndArray();
    json.EndObject();
    Print(json.text() + "\n");
    return 0;
  }
  Print("sbx " SBX_VERSION ", plugin interface " + std::to_string(SBX_ABI_MAJOR) + "." +
        std::to_string(SBX_ABI_MINOR) + "\n");
  return 0;
}

}  // namespace sbx::cli
