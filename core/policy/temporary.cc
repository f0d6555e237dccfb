// SPDX-License-Identifier: MIT
#include "core/policy/temporary.hpp"

#include <utility>

#include "core/policy/spelling.hpp"

namespace sbx {

namespace {

constexpr char kCommon[] = "/tmp";

std::optional<Located> Find(const std::string& path) {
  Result<Located> at = Locate(path, Links::kIgnore);
  return at ? std::optional<Located>(*std::move(at)) : std::nullopt;
}

bool IsDirectory(const std::optional<Located>& at) {
  return at && at->end == Located::End::kFound && at->status.kind == files::Kind::kDirectory;
}

}  // namespace

Temporary::Temporary(const Policy& policy, const Surroundings& around, const WideFolders& wide)
    : around_(around), wide_(wide) {
  if (policy.mode != Mode::kWorkspaceWrite) {
    return;
  }
  common_ = Find(kCommon);
  if (IsDirectory(common_)) {
    common_path_ = common_->path;
    common_usable_ = Usable(*common_);
  }
  if (around.tmpdir.empty()) {
    return;
  }
  const Result<std::string> path =
      Spell(around.tmpdir.front() == '/' ? around.tmpdir : "./" + around.tmpdir,
            {around.cwd, {}, {}, {}}, "TMPDIR");
  own_ = path ? Find(*path) : std::nullopt;
  own_path_ = own_ ? FullPath(*own_) : std::string();
}

std::string Temporary::Root() const {
  const bool own = IsDirectory(own_) && wide_.Why(*own_) == nullptr;
  return own ? own_path_ : std::string(kCommon);
}

bool Temporary::Usable(const Located& at) const {
  return files::MayWrite(at.fd.get(), at.status, around_.uid);
}

void Temporary::Ignore(const std::string& why, std::vector<Notice>& notices) {
  ignored_ = true;
  notices.push_back({"TMPDIR " + Quoted(around_.tmpdir) + " is not used: " + why});
}

void Temporary::ClaimShared(std::vector<Claim>& claims, std::vector<Notice>& notices) {
  const std::uint32_t flags = SBX_ZONE_TMP;
  if (own_ && own_->end == Located::End::kFound) {
    bool ours = false;
    for (const Claim& claim : claims) {
      ours = ours || ((claim.flags & SBX_ZONE_OWN_CONFIG) != 0 &&
                      claim.at.end == Located::End::kFound && IsWithin(own_path_, claim.at.path));
    }
    if (own_path_ == common_path_) {
      taken_ = true;
    } else if (const char* why = wide_.Why(*own_); why != nullptr) {
      Ignore(why, notices);
    } else if (own_->status.kind != files::Kind::kDirectory) {
      Ignore("it is not a directory", notices);
    } else if (ours) {
      Ignore("it holds sbx's own files", notices);
    } else if (!Usable(*own_)) {
      Ignore("it cannot be written", notices);
    } else {
      taken_ = true;
      claims.push_back({*std::exchange(own_, std::nullopt), Access::kWrite, Effect::kAllow, flags,
                        "default: TMPDIR " + own_path_});
    }
  }
  if (IsDirectory(common_)) {
    claims.push_back({*std::exchange(common_, std::nullopt), Access::kWrite, Effect::kAllow, flags,
                      "default: shared temporary directory /tmp"});
  }
}

std::optional<Located> Temporary::PrivateRoot(std::vector<Notice>& notices) {
  if (common_usable_) {
    return std::exchange(common_, std::nullopt);
  }
  if (IsDirectory(own_) && Usable(*own_) && wide_.Why(*own_) == nullptr) {
    return std::exchange(own_, std::nullopt);
  }
  notices.push_back(
      {"no private temporary directory can be made, because /tmp cannot be written: the command "
       "runs without one; set TMPDIR to a writable folder"});
  return std::nullopt;
}

bool Temporary::Make(const std::vector<Zone>& zones) {
  if (!own_ || own_->end != Located::End::kMissing) {
    return false;
  }
  // The first missing component tells whether something protects the name.
  const int index = ZoneAtPath(zones, JoinPath(own_->path, own_->missing));
  const Zone& zone = zones[static_cast<std::size_t>(index)];
  if (zone.access != Access::kWrite || zone.object != SBX_OBJECT_DIRECTORY) {
    return false;
  }
  UniqueFd directory = std::move(own_->fd);
  std::string left = JoinPath(own_->missing, own_->rest);
  while (!left.empty()) {
    const std::size_t slash = left.find('/');
    const std::string name = left.substr(0, slash);
    left = slash == std::string::npos ? std::string() : left.substr(slash + 1);
    if (name.empty() || name == ".") {
      continue;
    }
    if (name == "..") {
      return false;
    }
    files::Opened made = files::MakeDirectory(directory.get(), name.c_str(), 0700, around_.uid);
    if (made.error != 0) {
      return false;
    }
    directory = std::move(made.fd);
  }
  return true;
}

std::string Temporary::Settle(const std::vector<Zone>& zones, std::vector<Notice>& notices) {
  const auto writable = [&zones](const std::string& path) {
    return !path.empty() &&
           zones[static_cast<std::size_t>(ZoneAtPath(zones, path))].access == Access::kWrite;
  };
  if (!around_.tmpdir.empty()) {
    if (taken_ ? writable(own_path_) : !ignored_ && Make(zones)) {
      return {};
    }
    if (!ignored_) {
      Ignore(taken_ ? "a rule denies writing to it"
                    : "it does not exist, and where it would lie is not writable",
             notices);
    }
  }
  if (common_usable_ && writable(common_path_)) {
    return around_.tmpdir.empty() ? std::string() : kCommon;
  }
  notices.push_back({"no temporary directory is writable: set TMPDIR to a folder that is"});
  return {};
}

}  // namespace sbx
