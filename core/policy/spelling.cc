// SPDX-License-Identifier: MIT
#include "core/policy/spelling.hpp"

#include <algorithm>

#include "core/platform/files.hpp"
#include "core/policy/glob.hpp"
#include "core/policy/locate.hpp"

namespace sbx {

std::string GitRoot(std::string directory) {
  for (;;) {
    const std::string entry = JoinPath(directory, ".git");
    if (files::StatusAt(files::kNoDirectory, entry.c_str())) {
      return directory;
    }
    if (directory == "/" || directory.empty()) {
      return {};
    }
    const std::size_t slash = directory.rfind('/');
    directory.resize(slash == 0 ? 1 : slash);
  }
}

namespace {

Result<std::string> Root(std::string_view name, const Roots& roots, std::string_view who) {
  std::string root;
  std::string_view why;
  if (name == "$WORKSPACE") {
    root = roots.workspace;
    why = "there is no workspace";
  } else if (name == "$GIT_ROOT") {
    root = roots.workspace.empty() ? std::string() : GitRoot(roots.workspace);
    why = "the workspace is in no git repository: leave the rule out or run git init";
  } else if (name == "$TMP") {
    root = roots.tmp;
    why = "there is no temporary directory";
  } else if (name == "$HOME" || name == "~") {
    root = roots.home;
    why = "the user has no home directory: name the folder itself";
  } else if (name.front() == '~') {
    why = "only '~' itself is known: name the folder of another user by its path";
  } else {
    why =
        "the roots are $WORKSPACE, $GIT_ROOT, $TMP and $HOME; write './$…' for a folder that is "
        "called so";
  }
  if (root.empty()) {
    return Fail(SBX_E_INVALID, "apply the rule", std::string(who), std::string(why));
  }
  return root;
}

}  // namespace

namespace {

// Where a path begins, and the rest of it as written.
struct Begun {
  std::string root;
  std::string_view rest;
  bool relative = false;
};

Result<Begun> Begin(std::string_view path, const Roots& roots, std::string_view who) {
  const auto refuse = [&](std::string hint) {
    return Fail(SBX_E_INVALID, "apply the rule", std::string(who), std::move(hint));
  };
  if (path.empty()) {
    return refuse("its path is empty: name a file or folder");
  }
  if (path.find('\0') != std::string_view::npos) {
    return refuse("its path holds a NUL byte, which no file name can");
  }
  if (path.front() == '/') {
    return Begun{"/", path.substr(1)};
  }
  if (path.front() == '~' || path.front() == '$') {
    const std::size_t slash = path.find('/');
    Result<std::string> root = Root(path.substr(0, slash), roots, who);
    if (!root) {
      return root.failure();
    }
    return Begun{*std::move(root),
                 slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1)};
  }
  if (roots.cwd.empty()) {
    return refuse("its path is relative and the working directory is not known");
  }
  return Begun{roots.cwd, path, true};
}

std::string Joined(const std::string& root, std::string_view rest) {
  std::string path = rest.empty() ? root : JoinPath(root, rest);
  while (path.size() > 1 && path.ends_with('/')) {
    path.pop_back();
  }
  return path;
}

// Nothing in it could be a wildcard or escape one.
bool IsLiteral(std::string_view path) {
  for (const char c : path) {
    if (c == '*' || c == '?' || c == '[' || c == '\\') {
      return false;
    }
  }
  return true;
}

// A folder covers what it holds, with or without these endings.
std::string_view WithoutEverything(std::string_view path) {
  if (path == "**") {
    return ".";
  }
  for (const std::string_view all : {"/**", "/**/*"}) {
    if (path.ends_with(all)) {
      return WithoutEverything(path.substr(0, std::max<std::size_t>(path.size() - all.size(), 1)));
    }
  }
  return path;
}

}  // namespace

Result<Spelled> SpellPattern(std::string_view path, const Roots& roots, std::string_view who) {
  path = WithoutEverything(path);
  Result<Begun> begun = Begin(path, roots, who);
  if (!begun) {
    return begun.failure();
  }
  Spelled spelled;
  std::string_view rest = begun->rest;
  if (IsLiteral(rest)) {
    rest.remove_prefix(std::min(rest.find_first_not_of('/'), rest.size()));
    spelled.path = Joined(begun->root, rest);
    return spelled;
  }
  spelled.floats = begun->relative && rest.starts_with("**/");
  std::string literal;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('/'), rest.size());
    if (HasWildcard(rest.substr(0, end))) {
      spelled.pattern = rest;
      break;
    }
    literal += literal.empty() ? "" : "/";
    literal += Unescape(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  spelled.path = Joined(begun->root, literal);
  return spelled;
}

Result<std::string> Spell(std::string_view path, const Roots& roots, std::string_view who) {
  Result<Begun> begun = Begin(WithoutEverything(path), roots, who);
  if (!begun) {
    return begun.failure();
  }
  return Joined(begun->root, begun->rest);
}

std::string Quoted(std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  std::string quoted = "'";
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      quoted += "\\x";
      quoted += kHex[byte >> 4];
      quoted += kHex[byte & 15];
    } else {
      quoted += c;
    }
  }
  quoted += '\'';
  return quoted;
}

}  // namespace sbx
