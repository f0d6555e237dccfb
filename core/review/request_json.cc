// SPDX-License-Identifier: MIT
#include "core/review/request_json.hpp"

#include "core/plugin/error_collector.hpp"
#include "core/plugin/restriction_names.hpp"
#include "core/plugin/strict_json.hpp"
#include "core/report/report.hpp"
#include "core/report/settings_json.hpp"

namespace sbx {
namespace {

// Numbers that this host has no word for keep their number, so that a program can
// refuse what it does not know.
void WriteWord(JsonWriter& json, std::string_view name, std::string_view word,
               std::uint32_t number) {
  json.Member(name, word.empty() ? std::to_string(number) : std::string(word));
}

std::string_view ModeWord(std::uint32_t mode) {
  switch (mode) {
    case SBX_MODE_READ_ONLY:
      return "read-only";
    case SBX_MODE_WORKSPACE_WRITE:
      return "workspace-write";
    case SBX_MODE_DANGER_FULL_ACCESS:
      return "danger-full-access";
    default:
      return {};
  }
}

std::string_view Either(std::uint32_t value, std::uint32_t first, std::string_view first_word,
                        std::uint32_t second, std::string_view second_word) {
  if (value == first)
    return first_word;
  return value == second ? second_word : std::string_view{};
}

void WriteBytes(JsonWriter& json, std::string_view name, std::string_view bytes) {
  json.Key(name);
  json.ByteString(bytes);
}

void WriteBytes(JsonWriter& json, std::string_view name, const std::vector<std::string>& list) {
  json.Key(name);
  json.BeginArray();
  for (const std::string& bytes : list)
    json.ByteString(bytes);
  json.EndArray();
}

void WriteTail(JsonWriter& json, std::string_view name, std::string_view tail, bool cut) {
  json.Key(name);
  json.BeginObject();
  WriteBytes(json, "tail", tail);
  json.Key("cut");
  json.Bool(cut);
  json.EndObject();
}

void WriteGrants(JsonWriter& json, const ReviewRequest& request) {
  json.Key("grants");
  json.BeginArray();
  for (const GrantAsked& grant : request.grants) {
    json.BeginObject();
    json.Member("restriction", RestrictionName(grant.restriction));
    json.Member("access", Either(grant.access, SBX_ACCESS_READ, "read", SBX_ACCESS_WRITE, "write"));
    WriteBytes(json, "what", grant.what);
    json.EndObject();
  }
  json.EndArray();
}

void WriteDenials(JsonWriter& json, const ReviewRequest& request) {
  json.Key("denials");
  json.BeginArray();
  for (const DenialSeen& denial : request.denials) {
    json.BeginObject();
    WriteWord(json, "evidence",
              Either(denial.evidence, SBX_EVIDENCE_PROVEN, "proven", SBX_EVIDENCE_LIKELY, "likely"),
              denial.evidence);
    WriteBytes(json, "operation", denial.operation);
    WriteBytes(json, "path", denial.path);
    WriteBytes(json, "rule", denial.rule);
    json.EndObject();
  }
  json.EndArray();
}

void WriteDialogue(JsonWriter& json, const ReviewRequest& request) {
  json.Key("dialogue");
  json.BeginObject();
  json.Key("cut");
  json.Bool((request.flags & SBX_REVIEW_DIALOGUE_CUT) != 0);
  json.Key("turns");
  json.BeginArray();
  for (const Turn& turn : request.dialogue) {
    json.BeginObject();
    WriteWord(json, "role", Either(turn.role, SBX_ROLE_USER, "user", SBX_ROLE_AGENT, "agent"),
              turn.role);
    WriteBytes(json, "text", turn.text);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
}

Verdict Invalid(std::string why) {
  return {ReviewEnd::kInvalidResponse, std::move(why), {}};
}

}  // namespace

std::string RequestJson(const ReviewRequest& request, const std::vector<Setting>& settings) {
  JsonWriter json;
  json.BeginObject();
  json.Member("interface", SBX_REVIEWER_INTERFACE);
  WriteSettings(json, settings);
  WriteBytes(json, "id", request.id);
  WriteBytes(json, "session", request.session);
  json.Key("deadlineMs");
  json.Number(static_cast<std::uint64_t>(request.deadline.count()));
  WriteWord(json, "origin",
            Either(request.origin, SBX_ORIGIN_USER, "user", SBX_ORIGIN_AGENT, "agent"),
            request.origin);
  WriteBytes(json, "tool", request.tool);
  WriteBytes(json, "argv", request.argv);
  WriteBytes(json, "arguments", request.arguments);
  WriteBytes(json, "cwd", request.cwd);
  WriteBytes(json, "workspace", request.workspace);
  WriteBytes(json, "runner", request.runner);
  WriteBytes(json, "writable", request.writable);
  WriteWord(json, "mode", ModeWord(request.mode), request.mode);
  WriteWord(json, "widen",
            Either(request.widen, SBX_WIDEN_MODE, "mode", SBX_WIDEN_GRANTS, "grants"),
            request.widen);
  WriteWord(json, "requestedMode", ModeWord(request.requested_mode), request.requested_mode);
  WriteGrants(json, request);
  WriteBytes(json, "justification", request.justification);
  WriteDenials(json, request);
  json.Key("exitStatus");
  json.Number(request.exit_status);
  WriteTail(json, "stdout", request.stdout_tail, (request.flags & SBX_REVIEW_STDOUT_CUT) != 0);
  WriteTail(json, "stderr", request.stderr_tail, (request.flags & SBX_REVIEW_STDERR_CUT) != 0);
  WriteDialogue(json, request);
  json.EndObject();
  return json.text() + "\n";
}

Verdict ParseVerdict(std::string_view reply) {
  const auto root = ParseStrictJson(reply, "the reply");
  if (!root)
    return Invalid("its reply is no JSON document: " + root.error().hint);
  if (root->kind != JsonValue::Kind::kObject)
    return Invalid("its reply is not an object");
  std::uint32_t verdict = 0;
  std::string reason;
  for (const auto& [key, value] : root->members) {
    if (key != "verdict" && key != "reason")
      return Invalid("its reply has the unknown key '" + PluginText(Borrow(key)) + "'");
    if (value.kind != JsonValue::Kind::kString)
      return Invalid("key '" + key + "' of its reply must be a string");
    if (key == "reason") {
      reason = value.text;
      continue;
    }
    verdict = value.text == "allow"   ? SBX_VERDICT_ALLOW
              : value.text == "deny"  ? SBX_VERDICT_DENY
              : value.text == "defer" ? SBX_VERDICT_DEFER
                                      : 0;
    if (verdict == 0)
      return Invalid("its verdict is '" + PluginText(Borrow(value.text)) +
                     "', not allow, deny or defer");
  }
  if (verdict == 0)
    return Invalid("its reply has no key 'verdict'");
  return JudgeVerdict(verdict, reason);
}

}  // namespace sbx
