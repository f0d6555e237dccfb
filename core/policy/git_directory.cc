// SPDX-License-Identifier: MIT
#include "core/policy/git_directory.hpp"

#include <string_view>
#include <utility>

#include "core/policy/git.hpp"

namespace sbx {

namespace {

constexpr std::size_t kLongestPointer = 4200;  // a path and what stands before it
constexpr std::size_t kLongestConfig = 1 << 20;
constexpr std::string_view kPrefix = "gitdir: ";
constexpr int kDeepest = 64;

std::string_view BaseName(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

// The object that the text of a pointer names, seen from `folder`.
std::optional<Located> Named(const Located& folder, std::string text) {
  while (text.ends_with('\n') || text.ends_with('\r')) {
    text.pop_back();
  }
  if (text.empty() || text.find('\0') != std::string::npos) {
    return std::nullopt;
  }
  Result<Located> at =
      Locate(text.front() == '/' ? text : JoinPath(folder.path, text), Links::kIgnore);
  if (!at || at->end != Located::End::kFound) {
    return std::nullopt;
  }
  return *std::move(at);
}

std::optional<Located> NamedIn(const Located& folder, const char* file) {
  std::optional<std::string> text = files::ReadSmall(folder.fd.get(), file, kLongestPointer);
  return text ? Named(folder, *std::move(text)) : std::nullopt;
}

bool Has(const Located& folder, const char* name, files::Kind kind) {
  const std::optional<files::Status> there = files::StatusAt(folder.fd.get(), name);
  return there && there->kind == kind;
}

bool IsDirectory(const Located& at) {
  return at.status.kind == files::Kind::kDirectory;
}

bool IsRepository(const Located& at) {
  return IsDirectory(at) && files::StatusAt(at.fd.get(), "HEAD") &&
         Has(at, "objects", files::Kind::kDirectory) && Has(at, "refs", files::Kind::kDirectory);
}

std::optional<Located> Above(const Located& at) {
  Located above;
  files::Opened opened = files::Open(at.fd.get(), "..", files::Follow::kNo);
  const auto status = opened.error == 0 ? files::StatusOf(opened.fd.get()) : std::nullopt;
  if (!status || status->id == at.status.id) {
    return std::nullopt;
  }
  const std::size_t slash = at.path.rfind('/');
  above.path = slash == 0 ? "/" : at.path.substr(0, slash);
  above.fd = std::move(opened.fd);
  above.status = *status;
  return above;
}

std::optional<Located> ConfiguredWorktree(const Located& git) {
  for (const char* file : {"config.worktree", "config"}) {
    const std::optional<std::string> text = files::ReadSmall(git.fd.get(), file, kLongestConfig);
    std::string worktree = text ? WorktreeInConfig(*text) : std::string();
    if (!worktree.empty()) {
      return Named(git, std::move(worktree));
    }
  }
  return std::nullopt;
}

// Where the files of the repository of a git directory are.
std::optional<Located> WorktreeOf(const Located& git) {
  if (BaseName(git.path) == ".git") {
    return Above(git);
  }
  if (const std::optional<Located> pointer = NamedIn(git, "gitdir"); pointer) {
    const std::size_t slash = pointer->path.rfind('/');
    Result<Located> at = Locate(slash == 0 ? "/" : pointer->path.substr(0, slash), Links::kIgnore);
    return at ? std::optional<Located>(*std::move(at)) : std::nullopt;
  }
  return ConfiguredWorktree(git);
}

}  // namespace

std::optional<GitTarget> TargetOf(const Located& folder) {
  std::optional<std::string> text = files::ReadSmall(folder.fd.get(), ".git", kLongestPointer);
  if (!text || !text->starts_with(kPrefix)) {
    return std::nullopt;
  }
  std::optional<Located> at = Named(folder, text->substr(kPrefix.size()));
  if (!at || !IsDirectory(*at)) {
    return std::nullopt;
  }
  GitTarget target;
  target.at = *std::move(at);
  target.is_repository = IsRepository(target.at);
  target.has_common = files::StatusAt(target.at.fd.get(), "commondir").has_value();
  if (target.has_common) {
    target.common = NamedIn(target.at, "commondir");
    if (target.common && !IsRepository(*target.common)) {
      target.common.reset();
    }
  }
  return target;
}

const char* WhyNoWorktree(const GitTarget& target, const files::Identity& pointer) {
  const std::optional<Located> above = Above(target.at);
  const std::optional<files::Status> worktrees =
      files::StatusAt(target.common->fd.get(), "worktrees");
  if (!above || !worktrees || worktrees->id != above->status.id) {
    return "it does not lie in the worktrees of its common directory";
  }
  const std::optional<Located> back = NamedIn(target.at, "gitdir");
  if (!back || back->status.id != pointer) {
    return "it does not lead back here";
  }
  return nullptr;
}

const char* WhyNoSubmodule(const GitTarget& target, const Located& folder) {
  if (target.has_common || !target.is_repository) {
    return "it is no repository";
  }
  const std::optional<Located> worktree = ConfiguredWorktree(target.at);
  if (!worktree || worktree->status.id != folder.status.id) {
    return "it does not lead back here";
  }
  std::optional<Located> at = Above(target.at);
  for (int depth = 0; at && depth < kDeepest; ++depth) {
    std::optional<Located> above = Above(*at);
    if (above && BaseName(at->path) == "modules" && files::StatusAt(above->fd.get(), "HEAD")) {
      const std::optional<Located> around = WorktreeOf(*above);
      if (around && around->path != folder.path && IsWithin(folder.path, around->path)) {
        return nullptr;
      }
    }
    at = std::move(above);
  }
  return "it does not lie among the modules of a repository around this one";
}

}  // namespace sbx
