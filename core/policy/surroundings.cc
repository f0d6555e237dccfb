// SPDX-License-Identifier: MIT
#include "core/policy/surroundings.hpp"

#include <cerrno>
#include <utility>

namespace sbx {

WideFolders::WideFolders(const Surroundings& around) {
  if (const Result<Located> root = Locate("/", Links::kIgnore); root) {
    root_id_ = root->status.id;
  }
  if (around.home.empty() || around.home.front() != '/') {
    return;
  }
  if (const Result<Located> home = Locate(around.home, Links::kIgnore); home) {
    home_ = FullPath(*home);
    home_id_ = home->end == Located::End::kFound ? home->status.id : root_id_;
  }
}

const char* WideFolders::Why(const Located& at) const {
  if (at.path == "/" || at.status.id == root_id_) {
    return "it is the whole file system";
  }
  if (home_.empty()) {
    return nullptr;
  }
  if (at.path == home_ || at.status.id == home_id_) {
    return "it is your home directory";
  }
  return IsWithin(home_, at.path) ? "your home directory lies in it" : nullptr;
}

bool WideFolders::HoldsHome(std::string_view path) const {
  return path == "/" || (!home_.empty() && IsWithin(home_, path));
}

Result<Located> OpenWorkspace(const Policy& policy, const Surroundings& around,
                              const WideFolders& wide, std::vector<Notice>& notices) {
  const bool given = !policy.workspace.empty();
  Result<std::string> path =
      Spell(given ? policy.workspace : around.cwd, {around.cwd, around.home, {}, {}},
            given ? "--workspace " + policy.workspace : "the working directory as workspace");
  if (!path) {
    return path.failure();
  }
  Result<Located> at = Locate(*path, Links::kIgnore);
  if (!at) {
    return at;
  }
  const char* open = given ? "open the workspace" : "open the working directory";
  const char* mend = given ? "name a folder that exists with --workspace"
                           : "go to a folder that exists, or name one with --cwd";
  switch (at->end) {
    case Located::End::kMissing:
      return FailOs(ENOENT, open, *path, mend);
    case Located::End::kBelowFile:
      return FailOs(ENOTDIR, open, *path, mend);
    case Located::End::kSealed:
      return FailOs(EACCES, open, *path, "name a folder that you may enter");
    case Located::End::kFound:
      break;
  }
  if (at->status.kind != files::Kind::kDirectory) {
    return FailOs(ENOTDIR, open, *path, mend);
  }
  if (const int error = files::Open(at->fd.get(), ".", files::Follow::kNo).error; error != 0) {
    return FailOs(error, given ? "enter the workspace" : "enter the working directory", at->path,
                  "go to a folder that you may enter, or name one with --workspace");
  }
  if (policy.mode != Mode::kWorkspaceWrite) {
    return at;
  }
  if (const char* why = wide.Why(*at); why != nullptr && !policy.workspace_named) {
    return Fail(SBX_E_INVALID, "take as the workspace", at->path,
                std::string(why) +
                    ", and all of it would be writable: go to a project folder, or name it with "
                    "--workspace if you mean it");
  }
  if (!files::MayWrite(at->fd.get(), at->status, around.uid)) {
    const std::string who =
        "the workspace " + Quoted(at->path) + " belongs to user " + std::to_string(at->status.uid);
    notices.push_back(
        {around.uid == 0 && at->status.uid != 0
             ? who + "; without capabilities root cannot write it; --as-owner runs the command as "
                     "its owner"
             : who + " and user " + std::to_string(around.uid) +
                   " cannot write it; nothing in it can be made until its mode allows that"});
  }
  return at;
}

Result<void> ClaimOwnFiles(const Surroundings& around, const OwnFiles& own,
                           std::vector<Claim>& claims) {
  const auto claim = [&](const std::string& path, std::uint32_t flags,
                         const char* what) -> Result<void> {
    if (path.empty() || path.front() != '/') {
      return {};
    }
    Result<Located> at = Locate(path, Links::kReport);
    if (!at) {
      return at.failure();
    }
    claims.push_back({*std::move(at), Access::kWrite, Effect::kDeny, SBX_ZONE_OWN_CONFIG | flags,
                      std::string(what) + " " + path});
    return {};
  };
  Result<void> done = claim(around.config_home, 0, "own configuration");
  if (done) {
    done = claim(around.state_home, 0, "own state");
  }
  for (std::size_t i = 0; done && i < around.program_paths.size(); ++i) {
    done = claim(around.program_paths[i], 0, "own program");
  }
  if (done) {
    done = claim("/etc/sbx", 0, "own configuration");
  }
  for (std::size_t i = 0; done && i < around.source_files.size(); ++i) {
    const std::string& path = around.source_files[i];
    const auto inside = [&](const std::string& root) {
      return !root.empty() && IsWithin(path, root) &&
             (around.home.empty() || !IsWithin(around.home, root));
    };
    const bool of_project = inside(own.workspace) || inside(own.git_root);
    done = claim(path, of_project && !own.required ? SBX_ZONE_BEST_EFFORT : 0,
                 "settings of a config source");
  }
  const std::uint32_t project = own.required ? 0 : SBX_ZONE_BEST_EFFORT;
  const char* what = "own project configuration";
  if (done && !own.workspace.empty()) {
    done = claim(JoinPath(own.workspace, ".sbx"), project, what);
  }
  // A worktree may have been made in it.
  const std::string above = JoinPath(own.git_root, ".sbx");
  if (done && own.git_root != own.workspace && !IsWithin(own.workspace, above)) {
    done = claim(above, project, what);
  }
  return done;
}

}  // namespace sbx
