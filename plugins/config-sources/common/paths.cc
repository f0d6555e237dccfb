// SPDX-License-Identifier: MIT
#include "plugins/config-sources/common/paths.hpp"

#include <fnmatch.h>
#include <sys/stat.h>

#include <filesystem>
#include <system_error>

namespace sbx::sources {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kWild = "*?[";
constexpr std::string_view kWorkspace = "$WORKSPACE";

bool Exists(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0;
}

// With a backslash before each of `special`.
std::string Escaped(std::string_view text, std::string_view special) {
  std::string escaped;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos)
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}
constexpr std::string_view kBackslash = "\\";
constexpr std::string_view kMeaningful = "*?[]\\";

// Without "./" before it, "/." and slashes behind it.
std::string_view Bare(std::string_view text) {
  while (text.starts_with("./"))
    text.remove_prefix(2);
  while (text.size() > 1 && (text.ends_with('/') || text.ends_with("/.")))
    text.remove_suffix(1);
  return text == "." ? std::string_view() : text;
}

std::string Resolved(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  std::string text = error ? fs::path(path).lexically_normal().string() : real.string();
  while (text.size() > 1 && text.ends_with('/'))
    text.pop_back();
  return text;
}

Spelled Spelling(std::string_view text, const Ground& ground, bool wild) {
  Spelled spelled;
  const bool home = text == "~" || text.starts_with("~/");
  const std::string_view rest = Bare(home ? text.substr(text == "~" ? 1 : 2) : text);
  spelled.pattern = wild && HasWildcard(rest);
  std::string root;
  if (home) {
    root = ground.home.empty() ? "~" : ground.home;
    spelled.rule = "~";
  } else if (!text.starts_with('/')) {
    root = ground.base;
    // The place of a workspace may change; what its own rules mean does not.
    spelled.rule = ground.base == ground.workspace ? std::string(kWorkspace)
                                                   : Escaped(ground.base, kMeaningful);
  }
  const std::string join = root.empty() || rest.empty() ? "" : "/";
  spelled.rule += join + Escaped(rest, wild ? kBackslash : kMeaningful);
  if (!spelled.pattern) {
    spelled.there = Exists(root + join + std::string(rest));
    spelled.absolute = Resolved(root + join + std::string(rest));
    return spelled;
  }
  // Links on the way to the wildcard lead somewhere too.
  const std::size_t slash = rest.rfind('/', rest.find_first_of(kWild));
  const bool first = slash == std::string_view::npos;
  const std::string before = root + join + std::string(first ? "" : rest.substr(0, slash));
  spelled.absolute = Escaped(Resolved(before.empty() ? "/" : before), kMeaningful);
  spelled.absolute += spelled.absolute == "/" ? "" : "/";
  spelled.absolute += Escaped(first ? rest : rest.substr(slash + 1), kBackslash);
  return spelled;
}

std::string_view FirstName(std::string_view path) {
  return path.substr(0, path.find('/'));
}

std::string_view Rest(std::string_view path) {
  const std::size_t slash = path.find('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
}

// Whether a beginning of `path`, by whole names, has the form of `pattern`.
bool Begins(std::string_view path, std::string_view pattern, int depth = 0) {
  if (pattern.empty())
    return true;
  const std::string_view first = FirstName(pattern);
  if (first == "**") {
    // Too deep to tell is taken for a match: it closes.
    return depth > 64 || Begins(path, Rest(pattern), depth + 1) ||
           (!path.empty() && Begins(Rest(path), pattern, depth + 1));
  }
  if (path.empty())
    return false;
  const std::string name(FirstName(path));
  return fnmatch(std::string(first).c_str(), name.c_str(), 0) == 0 &&
         Begins(Rest(path), Rest(pattern), depth + 1);
}

}  // namespace

bool HasWildcard(std::string_view text) {
  return text.find_first_of(kWild) != std::string_view::npos;
}

Spelled Spell(std::string_view text, const Ground& ground) {
  return Spelling(text, ground, true);
}

Spelled SpellLiteral(std::string_view text, const Ground& ground) {
  return Spelling(text, ground, false);
}

bool LiesIn(const Spelled& path, const Spelled& other) {
  if (other.pattern)
    return Begins(path.absolute.substr(1), other.absolute.substr(1));
  return path.absolute == other.absolute || other.absolute == "/" ||
         path.absolute.starts_with(other.absolute + "/");
}

std::string RepositoryOf(const std::string& folder) {
  for (std::string at = folder;;) {
    if (Exists(at + "/.git"))
      return at;
    const std::size_t slash = at.rfind('/');
    if (slash == std::string::npos || at == "/")
      return folder;
    at.resize(slash == 0 ? 1 : slash);
  }
}

}  // namespace sbx::sources
