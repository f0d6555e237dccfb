// SPDX-License-Identifier: MIT
#include "core/engine/tool.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <utility>

#include "core/engine/tool_argument.hpp"
#include "core/plugin/strict_json.hpp"
#include "core/policy/judge.hpp"

namespace sbx {
namespace {

struct Effects {
  bool read = false;
  bool write = false;
  bool network = false;
};

class ToolCheck {
 public:
  ToolCheck(const ResolvedPolicy& policy, std::string_view cwd) : policy_(policy), cwd_(cwd) {}

  Result<ToolJudgement> Run(const JsonValue& request) {
    const JsonValue* arguments = nullptr;
    const JsonValue* effects = nullptr;
    for (const JsonMember& member : request.members) {
      if (member.name == "name" && member.value.kind == JsonValue::Kind::kString) {
        made_.name = member.value.text;
      } else if (member.name == "arguments" && member.value.kind == JsonValue::Kind::kObject) {
        arguments = &member.value;
      } else if (member.name == "effects" && member.value.kind == JsonValue::Kind::kArray) {
        effects = &member.value;
      } else {
        return Fail(SBX_E_INVALID, "check a tool by the key", member.name,
                    "a request has name (a string), arguments (an object), and effects (a list)");
      }
    }
    if (made_.name.empty() || arguments == nullptr)
      return Fail(SBX_E_INVALID, "check a tool without its name and arguments");
    if (effects == nullptr) {
      Add({{}, {}, {}, false, "the request does not say what effects the tool has"});
    } else {
      TakeEffects(*effects);
    }
    Visit("arguments", {}, *arguments);
    CheckWholes();
    made_.allowed = std::ranges::all_of(made_.findings,
                                        [](const ToolFinding& finding) { return finding.allowed; });
    return std::move(made_);
  }

 private:
  void Add(ToolFinding finding) { made_.findings.push_back(std::move(finding)); }

  void TakeEffects(const JsonValue& list) {
    for (const JsonValue& item : list.items) {
      const bool word = item.kind == JsonValue::Kind::kString;
      if (word && item.text == "read") {
        effects_.read = true;
      } else if (word && item.text == "write") {
        effects_.write = true;
      } else if (word && item.text == "network") {
        effects_.network = true;
      } else {
        Add({{}, word ? item.text : "?", {}, false, "no rule can judge this effect"});
      }
    }
  }

  // What an effect would be about has to be said, unless it is open as a whole.
  void CheckWholes() {
    const bool reads_open = (policy_.wanted() & SBX_FS_READ) == 0;
    if (effects_.write && !saw_path_)
      Add({{}, "write", {}, false, "no argument says what it would write"});
    if (effects_.read && !saw_path_ && !reads_open)
      Add({{}, "read", {}, false, "no argument says what it would read"});
    if (effects_.network && !saw_address_)
      CheckNetwork({}, {});
  }

  void Visit(const std::string& place, std::string_view name, const JsonValue& value) {
    switch (value.kind) {
      case JsonValue::Kind::kString:
        CheckText(place, name, value.text);
        break;
      case JsonValue::Kind::kArray:
        for (std::size_t i = 0; i < value.items.size(); ++i)
          Visit(place + "[" + std::to_string(i) + "]", name, value.items[i]);
        break;
      case JsonValue::Kind::kObject:
        for (const JsonMember& member : value.members) {
          const std::string below = place + "." + member.name;
          CheckText(below, {}, member.name);
          Visit(below, member.name, member.value);
        }
        break;
      case JsonValue::Kind::kNull:
      case JsonValue::Kind::kBool:
      case JsonValue::Kind::kNumber:
        break;
    }
  }

  void CheckText(const std::string& place, std::string_view name, const std::string& text) {
    const ToolArgument argument = ReadToolArgument(name, text);
    switch (argument.kind) {
      case ToolArgument::Kind::kPlain:
        break;
      case ToolArgument::Kind::kAddress:
        saw_address_ = true;
        CheckNetwork(place, argument.text);
        break;
      case ToolArgument::Kind::kPath:
        CheckPath(place, argument.text);
        break;
      case ToolArgument::Kind::kUnknown:
        Add({place, {}, text, false, "no rule can judge this kind of address"});
        break;
    }
  }

  void CheckNetwork(const std::string& place, const std::string& address) {
    const bool open = policy_.policy().network == Network::kOpen;
    Add({place, "network", address, open, open ? "the network is open" : "network none"});
  }

  void CheckPath(const std::string& place, const std::string& written) {
    saw_path_ = true;
    const Access access = effects_.write ? Access::kWrite : Access::kRead;
    const char* const effect = effects_.write ? "write" : "read";
    std::string path = written;
    if (path == "~" || path.starts_with("~/"))
      path = policy_.around().home + path.substr(1);
    auto judged = Judge(policy_, access, path, cwd_);
    if (!judged) {
      Add({place, effect, written, false, judged.error().Sentence()});
      return;
    }
    Add({place, effect, judged->path, judged->allowed, judged->rule});
  }

  const ResolvedPolicy& policy_;
  const std::string_view cwd_;
  Effects effects_;
  bool saw_path_ = false;
  bool saw_address_ = false;
  ToolJudgement made_;
};

}  // namespace

Result<ToolJudgement> CheckTool(const ResolvedPolicy& policy, std::string_view request,
                                std::string_view cwd) {
  auto value = ParseForeignJson(request, "the request");
  if (!value)
    return value.failure();
  if (value->kind != JsonValue::Kind::kObject)
    return Fail(SBX_E_INVALID, "check a tool by what is no JSON object");
  return ToolCheck(policy, cwd).Run(*value);
}

}  // namespace sbx
