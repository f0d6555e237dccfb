// SPDX-License-Identifier: MIT
#include "core/policy/glob.hpp"

#include <algorithm>
#include <optional>

#include "core/policy/fold.hpp"
#include "core/policy/locate.hpp"

namespace sbx {

namespace {

constexpr std::string_view kSpecial = "*?[]\\";

bool Escapes(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() &&
         kSpecial.find(text[at + 1]) != std::string_view::npos;
}

// One character: a byte that begins no valid sequence stands for itself.
std::uint32_t TakeCharacter(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  const std::size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 1;
  std::uint32_t code = size == 1 ? lead : lead & (0xffu >> (size + 1));
  bool valid = size <= text.size();
  for (std::size_t i = 1; valid && i < size; ++i) {
    valid = (byte(i) & 0xc0) == 0x80;
    code = code << 6 | (byte(i) & 0x3fu);
  }
  if (!valid) {
    code = 0x110000 + lead;
  }
  text.remove_prefix(valid ? size : 1);
  return code;
}

// `pattern` begins behind '['. Nothing when it is not closed; else whether `code`
// is one of the class, which is taken off the pattern.
std::optional<bool> TakeClass(std::string_view& pattern, std::uint32_t code) {
  std::string_view rest = pattern;
  const bool negated = !rest.empty() && (rest.front() == '!' || rest.front() == '^');
  if (negated) {
    rest.remove_prefix(1);
  }
  bool found = false;
  for (bool first = true; !rest.empty(); first = false) {
    if (rest.front() == ']' && !first) {
      pattern = rest.substr(1);
      return found != negated;
    }
    if (Escapes(rest, 0)) {
      rest.remove_prefix(1);
    }
    const std::uint32_t low = TakeCharacter(rest);
    std::uint32_t high = low;
    if (rest.size() > 1 && rest.front() == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      if (Escapes(rest, 0)) {
        rest.remove_prefix(1);
      }
      high = TakeCharacter(rest);
    }
    found = found || (low <= code && code <= high);
  }
  return std::nullopt;
}

bool IsClosed(std::string_view pattern) {
  return TakeClass(pattern, 0).has_value();
}

// Takes one element other than '*' off the pattern and what it matches off the name.
bool TakeOne(std::string_view& pattern, std::string_view& name) {
  if (name.empty()) {
    return false;
  }
  const char c = pattern.front();
  if (c == '?') {
    pattern.remove_prefix(1);
    TakeCharacter(name);
    return true;
  }
  if (c == '[') {
    std::string_view rest = pattern.substr(1);
    std::string_view after = name;
    const std::optional<bool> matched = TakeClass(rest, TakeCharacter(after));
    if (matched) {
      pattern = rest;
      name = after;
      return *matched;
    }
  }
  if (Escapes(pattern, 0)) {
    pattern.remove_prefix(1);
  }
  const bool same = pattern.front() == name.front();
  pattern.remove_prefix(1);
  name.remove_prefix(1);
  return same;
}

// One name. Goes back only to the last '*', so that the cost is that of the
// product of the two lengths.
bool MatchesName(std::string_view pattern, std::string_view name) {
  bool starred = false;
  std::string_view star_pattern;
  std::string_view star_name;
  for (;;) {
    if (!pattern.empty() && pattern.front() == '*') {
      pattern.remove_prefix(1);
      starred = true;
      star_pattern = pattern;
      star_name = name;
      continue;
    }
    if (pattern.empty() && name.empty()) {
      return true;
    }
    if (!pattern.empty() && TakeOne(pattern, name)) {
      continue;
    }
    if (!starred || star_name.empty()) {
      return false;
    }
    star_name.remove_prefix(1);
    pattern = star_pattern;
    name = star_name;
  }
}

// The components of a path; empty ones and "." are nothing.
template <typename Take>
void ForEachComponent(std::string_view path, Take take) {
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    const std::string_view name = path.substr(0, end);
    path.remove_prefix(std::min(end + 1, path.size()));
    if (!name.empty() && name != ".") {
      take(name);
    }
  }
}

}  // namespace

bool HasWildcard(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (Escapes(text, i)) {
      ++i;
    } else if (text[i] == '*' || text[i] == '?' ||
               (text[i] == '[' &&
                IsClosed(text.substr(i + 1, std::min(text.find('/', i), text.size()) - i - 1)))) {
      return true;
    }
  }
  return false;
}

std::string Unescape(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    i += Escapes(text, i) ? 1 : 0;
    plain += text[i];
  }
  return plain;
}

Glob::Glob(std::string_view base, std::string_view pattern) : base_(base) {
  ForEachComponent(pattern, [this](std::string_view name) {
    const bool any = name == "**";
    const bool literal = !HasWildcard(name);
    components_.push_back({literal ? Unescape(name) : std::string(name), literal, any});
  });
}

Glob::States Glob::Close(States states) const {
  for (std::size_t i = 0; i < states.size(); ++i) {
    const std::uint32_t state = states[i];
    if (state < components_.size() && components_[state].any &&
        std::find(states.begin(), states.end(), state + 1) == states.end()) {
      states.push_back(state + 1);
    }
  }
  return states;
}

Glob::States Glob::Start() const {
  return Close({0});
}

Glob::States Glob::Next(const States& states, std::string_view name, Case how) const {
  const auto matches = [&](const Component& component) {
    if (how == Case::kExact)
      return component.literal ? component.text == name : MatchesName(component.text, name);
    const std::string text = FoldName(component.text);
    const std::string folded = FoldName(name);
    return component.literal ? text == folded : MatchesName(text, folded);
  };
  States next;
  const auto add = [&next](std::uint32_t state) {
    if (std::find(next.begin(), next.end(), state) == next.end()) {
      next.push_back(state);
    }
  };
  for (const std::uint32_t state : states) {
    if (state == components_.size()) {
      continue;
    }
    const Component& component = components_[state];
    if (component.any) {
      add(state);
    } else if (matches(component)) {
      add(state + 1);
    }
  }
  return Close(std::move(next));
}

bool Glob::Accepts(const States& states) const {
  return std::find(states.begin(), states.end(), components_.size()) != states.end();
}

const std::string* Glob::OnlyName(const States& states) const {
  const std::string* only = nullptr;
  for (const std::uint32_t state : states) {
    if (state == components_.size()) {
      continue;
    }
    if (!components_[state].literal || only != nullptr) {
      return nullptr;
    }
    only = &components_[state].text;
  }
  return only;
}

std::size_t Glob::Covers(std::string_view path, Case how) const {
  if (!IsWithin(path, base_)) {
    return std::string_view::npos;
  }
  States states = Start();
  std::size_t end = base_ == "/" ? 0 : base_.size();
  while (!Accepts(states)) {
    if (end >= path.size() || states.empty()) {
      return std::string_view::npos;
    }
    const std::size_t start = end + 1;
    end = std::min(path.find('/', start), path.size());
    states = Next(states, path.substr(start, end - start), how);
  }
  return end;
}

bool Glob::Reaches(std::string_view folder) const {
  if (IsWithin(base_, folder)) {
    return true;
  }
  if (!IsWithin(folder, base_)) {
    return false;
  }
  States states = Start();
  ForEachComponent(folder.substr(base_ == "/" ? 0 : base_.size()), [&](std::string_view name) {
    if (!Accepts(states)) {
      states = Next(states, name);
    }
  });
  return !states.empty();
}

}  // namespace sbx
