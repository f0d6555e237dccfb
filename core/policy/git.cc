// SPDX-License-Identifier: MIT
#include "core/policy/git.hpp"

#include <utility>

#include "core/platform/files.hpp"
#include "core/policy/git_directory.hpp"
#include "core/policy/protect.hpp"

namespace sbx {

namespace {

constexpr int kDeepest = 256;

std::string_view Above(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == 0 || slash == std::string_view::npos ? "/" : path.substr(0, slash);
}

class Search {
 public:
  Search(const Located& workspace, const WideFolders& wide, std::uint32_t uid)
      : workspace_(workspace), wide_(wide), uid_(uid) {}

  GitPlaces Run() {
    std::string up;
    std::string path = workspace_.path;
    for (int depth = 0; depth < kDeepest; ++depth) {
      const std::string entry = up + ".git";
      if (const auto found = files::StatusAt(workspace_.fd.get(), entry.c_str()); found) {
        places_.top = path;
        Take(up, *found);
        break;
      }
      path = Above(path);
      if (wide_.HoldsHome(path)) {
        break;
      }
      up += "../";
    }
    return std::move(places_);
  }

 private:
  void Take(const std::string& up, const files::Status& entry) {
    Located root;
    root.path = places_.top;
    files::Opened opened =
        files::Open(workspace_.fd.get(), up.empty() ? "." : up.c_str(), files::Follow::kNo);
    const auto status = opened.error == 0 ? files::StatusOf(opened.fd.get()) : std::nullopt;
    if (!status || status->id.dev != workspace_.status.id.dev) {
      places_.top.clear();
      return;
    }
    root.fd = std::move(opened.fd);
    root.status = *status;
    const std::string path = JoinPath(root.path, ".git");
    if (entry.kind == files::Kind::kDirectory) {
      places_.known.push_back(path);
    }
    if (entry.uid != uid_ || root.status.uid != uid_) {
      return;  // somebody else's `.git` in a shared folder above opens nothing
    }
    if (entry.kind == files::Kind::kFile && !Follow(root, entry)) {
      return;
    }
    if (entry.kind != files::Kind::kDirectory && entry.kind != files::Kind::kFile) {
      places_.refused = path;
      places_.why = "it is neither a folder nor a file";
      return;
    }
    if (!up.empty() && wide_.Why(root) == nullptr) {
      places_.root = std::move(root);
    }
  }

  // What the file `.git` in `root` leads to. False: it is not believed.
  bool Follow(const Located& root, const files::Status& entry) {
    std::optional<GitTarget> target = TargetOf(root);
    if (!target) {
      places_.refused = JoinPath(root.path, ".git");
      places_.why = "it names no folder";
      return false;
    }
    if (target->is_repository) {
      places_.known.push_back(target->at.path);
    }
    if (target->common) {
      places_.known.push_back(target->common->path);
    }
    const char* why =
        target->common ? WhyNoWorktree(*target, entry.id) : WhyNoSubmodule(*target, root);
    if (why == nullptr) {
      why = WhyNotOpened(target->at);
    }
    if (why == nullptr && target->common) {
      why = WhyNotOpened(*target->common);
    }
    if (why != nullptr) {
      places_.refused = target->at.path;
      places_.why = why;
      return false;
    }
    if (!target->is_repository) {
      places_.known.push_back(target->at.path);
    }
    places_.directories.push_back({std::move(target->at), "git directory"});
    if (target->common) {
      places_.directories.push_back({*std::move(target->common), "common git directory"});
    }
    return true;
  }

  const char* WhyNotOpened(const Located& at) const {
    if (at.status.uid != uid_) {
      return "it belongs to another user";
    }
    return wide_.Why(at);
  }

  const Located& workspace_;
  const WideFolders& wide_;
  std::uint32_t uid_;
  GitPlaces places_;
};

}  // namespace

GitPlaces FindGit(const Located& workspace, const WideFolders& wide, std::uint32_t uid) {
  return Search(workspace, wide, uid).Run();
}

bool RepositoryWasMade(const ResolvedPolicy& policy) {
  const bool protects = ProtectionOf(policy.policy(), ProtectGroup::kGitHooks) ||
                        ProtectionOf(policy.policy(), ProtectGroup::kGitConfig);
  return policy.policy().mode == Mode::kWorkspaceWrite && protects &&
         policy.git_top() != policy.workspace() &&
         files::StatusAt(files::kNoDirectory, JoinPath(policy.workspace(), ".git").c_str());
}

}  // namespace sbx
