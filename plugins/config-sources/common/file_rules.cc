// SPDX-License-Identifier: MIT
#include "plugins/config-sources/common/file_rules.hpp"

#include <algorithm>

namespace sbx::sources {
namespace {

// The rule of one of the lists that holds `path`, or null.
const PathRule* Holding(const std::vector<FileRules>& files, PathList FileRules::*list,
                        const Spelled& path) {
  for (const FileRules& file : files) {
    for (const PathRule& rule : (file.*list).rules) {
      if (!file.translation->failed() && LiesIn(path, rule.path))
        return &rule;
    }
  }
  return nullptr;
}

// The denied one that holds `path`, unless something readable between them does.
const PathRule* Hiding(const std::vector<FileRules>& files, const Spelled& path) {
  for (const FileRules& file : files) {
    for (const PathRule& rule : file.deny_read.rules) {
      if (file.translation->failed() || !LiesIn(path, rule.path))
        continue;
      const bool opened = std::ranges::any_of(files, [&](const FileRules& other) {
        return std::ranges::any_of(other.allow_read.rules, [&](const PathRule& open) {
          return LiesIn(open.path, rule.path) && LiesIn(path, open.path);
        });
      });
      if (!opened)
        return &rule;
    }
  }
  return nullptr;
}

// Why an allowance stays closed, or nothing.
std::string WhyClosed(const std::vector<FileRules>& files, const PathRule& rule,
                      Wildcards wildcards) {
  if (rule.path.pattern && wildcards == Wildcards::kLinux)
    return "is a pattern, which opens nothing on Linux";
  if (!rule.path.pattern && !rule.path.there)
    return "does not exist, so that nothing can be made there";
  if (const PathRule* denied = Holding(files, &FileRules::deny_write, rule.path))
    return "lies in '" + denied->written + "', which is denied";
  if (const PathRule* hidden = Hiding(files, rule.path))
    return "lies in '" + hidden->written + "', which may not be read";
  return {};
}

Spelled WorkspaceOf(const Ground& ground) {
  return SpellLiteral(".", {ground.home, ground.workspace, ground.workspace});
}

// The last rule that denies the workspace with what it lies in does so by name.
void DenyWorkspace(const std::vector<FileRules>& files, FileRules& file, PathList& list,
                   bool unless_opened) {
  const Spelled workspace = WorkspaceOf(file.ground);
  for (std::size_t i = 0; i < list.rules.size(); ++i) {
    const PathRule rule = list.rules[i];
    if (!LiesIn(workspace, rule.path) || rule.path.absolute == workspace.absolute)
      continue;
    if (!unless_opened || Hiding(files, workspace) != nullptr) {
      list.rules.push_back({workspace, rule.written, rule.at});
      return;
    }
  }
}

}  // namespace

void FileRules::Take(PathList& list, const Json* object, std::string_view path,
                     std::string_view name) {
  const Json* texts = object == nullptr ? nullptr : translation->Texts(*object, path, name);
  if (texts == nullptr)
    return;
  list.at = texts->at;
  for (const Json& item : texts->items) {
    if (item.text.find('\0') != std::string::npos)
      return translation->Wrong(name, "holds a zero byte, which no path can", item.at);
    list.rules.push_back({Spell(item.text, ground), item.text, item.at});
  }
}

void FileRules::Say() const {
  bool patterns = false;
  for (const PathList* list : {&allow_read, &deny_read, &allow_write, &deny_write}) {
    if (list->rules.empty())
      continue;
    std::vector<Line> lines;
    for (const PathRule& rule : list->rules) {
      lines.push_back({rule.path.rule, rule.at});
      // Those systems look once, when a command begins.
      if (rule.path.pattern && !patterns && (list == &deny_read || list == &deny_write)) {
        translation->Say("filesystem.patterns", "\"existing\"", rule.at);
        patterns = true;
      }
    }
    translation->SayList(list->rule, lines, list->at);
  }
}

void Settle(std::vector<FileRules>& files, Wildcards wildcards) {
  for (FileRules& file : files) {
    if (file.translation->failed())
      continue;
    std::erase_if(file.allow_write.rules, [&](const PathRule& rule) {
      std::string why = WhyClosed(files, rule, wildcards);
      if (why.empty())
        return false;
      file.translation->Cannot(file.allow_write.key, "'" + rule.written + "' " + why, rule.at);
      return true;
    });
  }
  for (FileRules& file : files) {
    DenyWorkspace(files, file, file.deny_write, false);
    DenyWorkspace(files, file, file.deny_read, true);
  }
}

bool HoldsWorkspace(const PathList& list, const Ground& ground) {
  const Spelled workspace = WorkspaceOf(ground);
  return std::ranges::any_of(list.rules,
                             [&](const PathRule& rule) { return LiesIn(workspace, rule.path); });
}

}  // namespace sbx::sources
