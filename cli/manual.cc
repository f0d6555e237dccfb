// SPDX-License-Identifier: MIT
#include "cli/manual.hpp"

#include <cctype>

namespace sbx::cli {
namespace {

// `text` as roff reads it back literally, wherever it stands in a line.
std::string Literal(std::string_view text) {
  std::string roff;
  for (const char c : text) {
    switch (c) {
      case '\\':
        roff += "\\e";
        break;
      case '-':
        roff += "\\-";
        break;
      case '\'':
        roff += "\\(aq";
        break;
      case '`':
        roff += "\\(ga";
        break;
      case '^':
        roff += "\\(ha";
        break;
      case '~':
        roff += "\\(ti";
        break;
      case '"':
        roff += "\\(dq";
        break;
      default:
        roff += c;
    }
  }
  for (std::size_t at = 0; (at = roff.find("…", at)) != std::string::npos;) {
    roff.replace(at, std::string_view("…").size(), "...");
  }
  return roff.starts_with('.') ? "\\&" + roff : roff;
}

std::string Upper(std::string_view text) {
  std::string upper(text);
  for (char& c : upper)
    c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return upper;
}

std::string Title(std::string_view name) {
  return ".TH " + Upper(name) + " 1 \"\" \"sbx " SBX_VERSION "\" \"sbx manual\"\n";
}

std::string Section(std::string_view title, const std::string& text) {
  return ".SH " + Upper(title) + "\n" + text;
}

std::string Tagged(const std::string& tag, const std::string& text) {
  return ".TP\n" + tag + "\n" + text + "\n";
}

std::string Bold(std::string_view text) {
  return "\\fB" + Literal(text) + "\\fR";
}

std::string OptionsOf(Verb verb) {
  std::string text;
  for (const OptionInfo& info : Options()) {
    if (!Takes(verb, info))
      continue;
    std::string tag = Bold(info.name);
    if (!info.short_name.empty())
      tag += ", " + Bold(info.short_name);
    if (!info.argument.empty())
      tag += " \\fI" + Literal(info.argument) + "\\fR";
    text += Tagged(tag, Literal(info.summary) + (info.repeatable ? " (repeatable)" : ""));
  }
  return text;
}

std::string SeeAlso(std::string_view but) {
  std::string text = but.empty() ? "" : "\\fBsbx\\fR(1)";
  for (const VerbInfo& info : Verbs()) {
    if (info.name == but)
      continue;
    text += (text.empty() ? "" : ",\n") + Bold("sbx-" + std::string(info.name)) + "(1)";
  }
  return text + ",\n\\fBbwrap\\fR(1)\n";
}

}  // namespace

std::string ManualPage() {
  std::string page = Title("sbx");
  page += Section("Name", "sbx \\- run a command confined by a policy\n");
  page += Section("Synopsis",
                  "\\fBsbx\\fR [options] \\fB\\-\\-\\fR command args...\n.br\n\\fBsbx\\fR "
                  "\\fIVERB\\fR [options] ...\n");
  page += Section(
      "Description",
      "sbx runs a command, with everything it starts, so that it can change and reach only what "
      "a policy names. There is no container: host paths stay valid, nothing is copied, nothing "
      "is started in advance.\n");
  std::string verbs;
  for (const VerbInfo& info : Verbs())
    verbs += Tagged(Bold(info.name), Literal(info.summary));
  page += Section("Verbs", verbs) + Section("Options of run and shell", OptionsOf(Verb::kRun));
  for (const Topic& topic : Topics()) {
    std::string text = topic.text.empty() ? "" : Literal(topic.text) + "\n";
    for (const TopicEntry& entry : topic.entries)
      text += Tagged(Bold(entry.term), Literal(entry.text));
    page += Section(topic.title, text);
  }
  return page + Section("See also", SeeAlso({}));
}

std::string ManualPage(const VerbInfo& verb) {
  const std::string name = "sbx-" + std::string(verb.name);
  std::string page = Title(name);
  page += Section("Name", Literal(name) + " \\- " + Literal(verb.summary) + "\n");
  page +=
      Section("Synopsis", Bold("sbx " + std::string(verb.name)) + " " + Literal(verb.usage) + "\n");
  if (!verb.description.empty())
    page += Section("Description", Literal(verb.description) + "\n");
  page += Section("Options", OptionsOf(verb.verb));
  return page + Section("See also", SeeAlso(verb.name));
}

}  // namespace sbx::cli
