// SPDX-License-Identifier: MIT
#include <cstdio>

#include "cli/request.hpp"
#include "core/engine/tool.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

constexpr std::size_t kMostBytes = 4 << 20;

Result<std::string> ReadInput() {
  std::string text;
  char part[65536];
  for (std::size_t got = 0; (got = std::fread(part, 1, sizeof part, stdin)) > 0;) {
    text.append(part, got);
    if (text.size() > kMostBytes) {
      return Fail(SBX_E_INVALID, "read the request", {},
                  "it has more than " + std::to_string(kMostBytes >> 20) + " MiB");
    }
  }
  if (std::ferror(stdin) != 0)
    return Fail(SBX_E_OS, "read the request from standard input");
  return text;
}

std::string JsonOf(const ToolJudgement& judged) {
  JsonWriter json;
  json.BeginObject();
  json.Key("allowed");
  json.Bool(judged.allowed);
  json.Member("tool", judged.name);
  json.Key("findings");
  json.BeginArray();
  for (const ToolFinding& finding : judged.findings) {
    json.BeginObject();
    json.Key("allowed");
    json.Bool(finding.allowed);
    if (!finding.argument.empty())
      json.Member("argument", finding.argument);
    if (!finding.effect.empty())
      json.Member("effect", finding.effect);
    if (!finding.subject.empty())
      json.Bytes("subject", finding.subject);
    json.Member("rule", finding.rule);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return json.text() + "\n";
}

std::string TextOf(const ToolJudgement& judged) {
  std::string text =
      std::string(judged.allowed ? "allowed" : "denied") + ": " + Visible(judged.name) + "\n";
  for (const ToolFinding& finding : judged.findings) {
    text += finding.allowed ? "  allowed " : "  denied  ";
    if (!finding.effect.empty())
      text += Visible(finding.effect) + " ";
    if (!finding.subject.empty())
      text += Visible(finding.subject) + " ";
    if (!finding.argument.empty())
      text += "(" + Visible(finding.argument) + ") ";
    text += "by " + Visible(finding.rule) + "\n";
  }
  return text;
}

}  // namespace

int CheckToolCall(const Arguments& arguments, const Host& host) {
  auto request = ReadInput();
  if (!request)
    return Report(arguments, request.error());
  const auto made = RequestFor(arguments, host, Locate(host));
  if (!made)
    return Report(arguments, made.error());
  const ResolvedPolicy& policy = *made->policy;
  auto judged = CheckTool(policy, *request, policy.around().cwd);
  if (!judged)
    return Report(arguments, judged.error());
  if (arguments.Has(Option::kJson)) {
    Print(JsonOf(*judged));
  } else if (!arguments.Has(Option::kQuiet)) {
    Print(TextOf(*judged));
  }
  return judged->allowed ? 0 : kDenied;
}

}  // namespace sbx::cli
