// SPDX-License-Identifier: MIT
#include "sbx/host/fence.hpp"

#include <utility>

#include "core/host/fence_impl.hpp"
#include "core/platform/files.hpp"

namespace sbx::host {
namespace {

// The folder that a name stands in, as it is written.
std::string FolderOf(const std::string& path) {
  std::size_t end = path.find_last_not_of('/');
  if (end == std::string::npos)
    return "/";
  end = path.rfind('/', end);
  if (end == std::string::npos)
    return ".";
  return end == 0 ? "/" : path.substr(0, end);
}

std::string Whole(const std::string& path, const std::string& base) {
  return path.empty() || path.front() == '/' ? path : base + "/" + path;
}

bool IsLink(const std::string& path) {
  const auto status = files::StatusAt(files::kNoDirectory, path.c_str());
  return status && status->kind == files::Kind::kLink;
}

}  // namespace

// What is moved or removed is its folder's to give; a link at its end leads nowhere then.
std::optional<Failure> Fence::Impl::Denied(const char* operation,
                                           const std::vector<Subject>& subjects,
                                           std::string* rule) const {
  const std::string& base = policy->around().cwd;
  for (const Subject& subject : subjects) {
    const std::string path = Whole(*subject.path, base);
    std::vector<std::string> places;
    if (subject.itself)
      places.push_back(FolderOf(path));
    if (!subject.itself || !IsLink(path))
      places.push_back(path);
    for (const std::string& place : places) {
      auto judged = Judge(*policy, subject.access, place, base);
      if (!judged || judged->allowed)
        continue;
      if (rule != nullptr)
        *rule = judged->rule;
      return Fail(SBX_E_REFUSED, operation, path, "denied by " + judged->rule);
    }
  }
  return std::nullopt;
}

bool Fence::Impl::Holds(sbx::Access access, int object_fd, const std::string& path) const {
  const auto object = files::StatusOf(object_fd);
  if (!object || path.empty() || path.front() != '/')
    return false;
  int zone = -1;
  if (object->kind == files::Kind::kDirectory) {
    zone = ZoneOf(*policy, object_fd, -1);
  } else {
    const files::Opened folder =
        files::Open(files::kNoDirectory, FolderOf(path).c_str(), files::Follow::kNo);
    const std::string name = path.substr(path.rfind('/') + 1);
    const auto entry =
        folder.error == 0 ? files::StatusAt(folder.fd.get(), name.c_str()) : std::nullopt;
    if (!entry || !(entry->id == object->id))
      return false;
    zone = ZoneOf(*policy, folder.fd.get(), object_fd);
  }
  return zone >= 0 && policy->zones()[static_cast<std::size_t>(zone)].access >= access;
}

Result<UniqueFd> Fence::Impl::Do(const char* operation, const std::vector<Subject>& subjects,
                                 bool changes, std::string* rule,
                                 const std::function<FileReply(FileRequests&)>& ask) {
  if (rule != nullptr)
    rule->clear();
  const std::string& name = *subjects.front().path;
  const std::lock_guard lock(calls);
  auto ready = Ready();
  if (!ready)
    return ready.failure();
  const bool judging = leaves_open;
  if (judging && changes) {
    if (auto denied = Denied(operation, subjects, rule))
      return *denied;
  }
  FileReply reply = ask(*requests);
  if (reply.not_asked) {  // it ended since the last call
    End();
    ready = Start();
    if (!ready)
      return ready.failure();
    reply = ask(*requests);
  }
  if (reply.lost || reply.not_asked) {
    End();
    return FailOs(reply.error, operation, name,
                  "the fence did not answer, so whether it was done is not known");
  }
  if (reply.error != 0) {
    if (auto denied = Denied(operation, subjects, rule))
      return *denied;
    return FailOs(reply.error, operation, name);
  }
  if (judging && reply.fd.valid()) {
    const std::string opened = files::PathOf(reply.fd.get());
    const std::vector<Subject> object = {{subjects.front().access, &opened, false}};
    if (auto denied = Denied(operation, object, rule))
      return *denied;
    if (!Holds(subjects.front().access, reply.fd.get(), opened))
      return Fail(SBX_E_REFUSED, operation, opened, "it was moved meanwhile");
  }
  return std::move(reply.fd);
}

Fence::Fence(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {
}
Fence::~Fence() = default;

Result<UniqueFd> Fence::Open(const std::string& path, const Opening& how, std::string* rule) {
  const OpenMode mode{how.read,   how.write,     how.create,    how.exclusive, how.truncate,
                      how.append, how.directory, how.no_follow, how.mode};
  const bool writes = how.write || how.create || how.truncate;
  const Impl::Subject subject{writes ? sbx::Access::kWrite : sbx::Access::kRead, &path, false};
  return impl_->Do(writes ? "open for writing" : "open for reading", {subject},
                   how.create || how.truncate, rule,
                   [&](FileRequests& requests) { return requests.Open(path, mode); });
}

Result<void> Fence::MakeDirectory(const std::string& path, std::uint32_t mode, std::string* rule) {
  auto done = impl_->Do("make the directory", {{sbx::Access::kWrite, &path, false}}, true, rule,
                        [&](FileRequests& requests) { return requests.MakeDirectory(path, mode); });
  return done ? Result<void>() : Result<void>(done.failure());
}

Result<void> Fence::Rename(const std::string& from, const std::string& to, Replacing replacing,
                           std::string* rule) {
  const auto replace = static_cast<Replace>(replacing);
  auto done = impl_->Do(
      "rename", {{sbx::Access::kWrite, &from, true}, {sbx::Access::kWrite, &to, true}}, true, rule,
      [&](FileRequests& requests) { return requests.Rename(from, to, replace); });
  return done ? Result<void>() : Result<void>(done.failure());
}

Result<void> Fence::Remove(const std::string& path, bool directory, std::string* rule) {
  auto done = impl_->Do("remove", {{sbx::Access::kWrite, &path, true}}, true, rule,
                        [&](FileRequests& requests) { return requests.Remove(path, directory); });
  return done ? Result<void>() : Result<void>(done.failure());
}

void Fence::Cancel() {
  impl_->Cancel();
}

std::string Fence::runner() const {
  const std::lock_guard lock(impl_->state);
  return impl_->runner;
}

std::vector<Enforcement> Fence::enforcement() const {
  const std::lock_guard lock(impl_->state);
  return FromCore(impl_->enforcement);
}

}  // namespace sbx::host
