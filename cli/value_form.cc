// SPDX-License-Identifier: MIT
#include "cli/value_form.hpp"

#include "sbx/abi/draft/restriction.h"

#include "cli/options.hpp"
#include "core/plugin/restriction_names.hpp"
#include "core/policy/protect.hpp"

namespace sbx::cli {
namespace {

bool IsCapital(char c) {
  return c >= 'A' && c <= 'Z';
}

void Add(std::string_view part, ValueForm& form) {
  if (part.empty())
    return;
  if (!IsCapital(part.front())) {
    form.words.push_back(part);
  } else if (part == "RUNNER") {
    form.lookup = Lookup::kRunner;
  } else if (part == "DIR") {
    form.lookup = Lookup::kFolder;
  } else if (part == "PATH" || part == "FILE" || part == "FILE…") {
    form.lookup = Lookup::kPath;
  } else if (part == "NAME[=VALUE]") {
    form.lookup = Lookup::kVariable;
  } else if (part == "RESTRICTION,…") {
    form.lookup = Lookup::kNames;
    for (std::uint64_t bit = 1; bit != 0; bit <<= 1) {
      if ((bit & SBX_RESTRICTIONS_ALL) != 0)
        form.words.push_back(RestrictionName(bit));
    }
  } else if (part == "GROUP,…") {
    form.lookup = Lookup::kNames;
    for (const std::string_view name : ProtectGroupNames())
      form.words.push_back(name);
  } else if (part == "VERB") {
    for (const VerbInfo& info : Verbs())
      form.words.push_back(info.name);
  } else if (part == "TOPIC") {
    for (const Topic& topic : Topics())
      form.words.push_back(topic.name);
  }
}

}  // namespace

ValueForm FormOf(std::string_view argument) {
  ValueForm form;
  while (!argument.empty()) {
    const std::size_t end = std::min(argument.find('|'), argument.size());
    Add(argument.substr(0, end), form);
    argument.remove_prefix(std::min(end + 1, argument.size()));
  }
  return form;
}

std::string Joined(const std::vector<std::string_view>& words) {
  std::string text;
  for (const std::string_view word : words) {
    text += text.empty() ? "" : " ";
    text += word;
  }
  return text;
}

}  // namespace sbx::cli
