// SPDX-License-Identifier: MIT
#include "core/platform/host.hpp"

#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <utility>

extern char** environ;

namespace sbx {
namespace {

constexpr std::size_t kLongestPath = PATH_MAX * 4;

// Most paths are short, and pages that are never touched cost nothing.
std::string ReadLink(const char* path) {
  char few[512];
  ssize_t size = readlink(path, few, sizeof few);
  if (size < static_cast<ssize_t>(sizeof few)) {
    return {few, size > 0 ? static_cast<std::size_t>(size) : 0};
  }
  std::string all(PATH_MAX, '\0');
  size = readlink(path, all.data(), all.size());
  all.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
  return all;
}

// Empty when it cannot be told; errno says why.
std::string WorkingDirectory() {
  char few[512];
  if (getcwd(few, sizeof few) != nullptr)
    return few;
  if (errno != ERANGE)
    return {};
  std::string all(kLongestPath, '\0');
  if (getcwd(all.data(), all.size()) == nullptr)
    return {};
  all.resize(all.find('\0'));
  return all;
}

constexpr std::string_view kVerbs = "/libexec/sbx/sbx-verbs";
constexpr std::string_view kProgram = "/bin/sbx";

std::string ParentOf(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos || slash == 0 ? "/" : path.substr(0, slash);
}

// sbx-verbs is a part of the program, and that is what a policy protects and a message names.
std::string Program() {
  std::string own = ReadLink("/proc/self/exe");
  if (!own.ends_with(kVerbs))
    return own;
  own.resize(own.size() - kVerbs.size());
  return own.append(kProgram);
}

// Looked up only when $HOME does not say: the user database may be slow.
std::string HomeOfUser(uid_t uid) {
  passwd entry{};
  passwd* found = nullptr;
  std::string buffer(16384, '\0');
  if (getpwuid_r(uid, &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr) {
    return {};
  }
  return entry.pw_dir;
}

}  // namespace

std::optional<std::string> Host::Variable(std::string_view name) const {
  for (const std::string& entry : env) {
    if (entry.size() > name.size() && entry[name.size()] == '=' &&
        entry.compare(0, name.size(), name) == 0) {
      return entry.substr(name.size() + 1);
    }
  }
  return std::nullopt;
}

Result<Host> ReadHost() {
  std::vector<std::string> env;
  std::size_t count = 0;
  while (environ != nullptr && environ[count] != nullptr)
    ++count;
  env.reserve(count);
  for (char** entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
    env.emplace_back(*entry);
  }
  return ReadHost(std::move(env));
}

Result<Host> ReadHost(std::vector<std::string> env) {
  Host host;
  host.cwd = WorkingDirectory();
  if (host.cwd.empty()) {
    return FailOs(errno, "read the working directory", {},
                  "change to a directory that exists and that you may read");
  }
  host.executable = Program();
  host.env = std::move(env);
  host.uid = geteuid();
  host.elevated = getauxval(AT_SECURE) != 0;
  host.home = host.Variable("HOME").value_or("");
  if (host.home.empty() || host.home.front() != '/')
    host.home = HomeOfUser(host.uid);
  for (int stream = 0; stream < 3; ++stream) {
    host.terminal[static_cast<std::size_t>(stream)] = isatty(stream) == 1;
    if (!host.terminal[static_cast<std::size_t>(stream)])
      continue;
    // Answers for the controlling terminal only, also in the background.
    if (tcgetpgrp(stream) > 0)
      host.shares_terminal = true;
  }
  return host;
}

Installation Locate(const Host& host) {
  const std::string bin = ParentOf(host.executable);
  std::vector<std::string> folders;
  if (!host.elevated) {
    const std::string path = host.Variable("SBX_PLUGIN_PATH").value_or("");
    for (std::size_t from = 0; from < path.size();) {
      const std::size_t end = std::min(path.find(':', from), path.size());
      if (end > from)
        folders.push_back(path.substr(from, end - from));
      from = end + 1;
    }
  }
  Installation found = InstallationBelow(ParentOf(bin), std::move(folders));
  found.paths.insert(found.paths.begin(), host.executable);
  return found;
}

Installation InstallationBelow(const std::string& prefix, std::vector<std::string> folders) {
  const std::string base = prefix == "/" ? "" : prefix;
  Installation found;
  found.helper = base + "/libexec/sbx/sbx-init";
  found.attack_program = base + "/libexec/sbx/sbx-attack";
  found.own_plugin_folder = base + "/lib/sbx/plugins";
  found.plugin_folders = std::move(folders);
  found.plugin_folders.push_back(found.own_plugin_folder);
  found.paths = {base + "/libexec/sbx"};
  for (const std::string& folder : found.plugin_folders)
    found.paths.push_back(folder);
  return found;
}

Surroundings SurroundingsOf(const Host& host, const Installation& installation) {
  Surroundings around;
  around.cwd = host.cwd;
  around.home = host.home;
  around.tmpdir = host.Variable("TMPDIR").value_or("");
  const auto base = [&](std::string_view variable, std::string_view fallback) -> std::string {
    const std::string value = host.Variable(variable).value_or("");
    if (!value.empty() && value.front() == '/')
      return value + "/sbx";
    return host.home.empty() ? std::string() : host.home + std::string(fallback);
  };
  around.config_home = base("XDG_CONFIG_HOME", "/.config/sbx");
  around.state_home = base("XDG_STATE_HOME", "/.local/state/sbx");
  around.program_paths = installation.paths;
  around.uid = host.uid;
  return around;
}

Result<Owner> OwnerOf(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0)
    return FailOs(errno, "find the owner of", path);
  Owner owner;
  owner.identity.uid = info.st_uid;
  owner.identity.gid = info.st_gid;
  passwd entry{};
  passwd* found = nullptr;
  std::string buffer(16384, '\0');
  if (getpwuid_r(info.st_uid, &entry, buffer.data(), buffer.size(), &found) == 0 &&
      found != nullptr) {
    owner.name = entry.pw_name;
    owner.home = entry.pw_dir;
    owner.identity.gid = entry.pw_gid;
    int count = 64;
    std::vector<gid_t> groups(64);
    if (getgrouplist(entry.pw_name, entry.pw_gid, groups.data(), &count) < 0) {
      groups.resize(static_cast<std::size_t>(count));
      if (getgrouplist(entry.pw_name, entry.pw_gid, groups.data(), &count) < 0)
        count = 0;
    }
    owner.identity.groups.assign(groups.begin(), groups.begin() + count);
  }
  return owner;
}

Result<void> FillStandardStreams() {
  for (int stream = 0; stream < 3; ++stream) {
    if (fcntl(stream, F_GETFD) >= 0)
      continue;
    const int fd = open("/dev/null", O_RDWR);  // NOLINT(android-cloexec-open): the target's too
    if (fd != stream) {
      return FailOs(fd < 0 ? errno : EBADF, "replace a closed standard stream", "/dev/null");
    }
  }
  return {};
}

std::string VerbsProgram() {
  const std::string own = ReadLink("/proc/self/exe");
  if (own.empty())
    return {};
  const std::string prefix = ParentOf(ParentOf(own));
  return (prefix == "/" ? "" : prefix) + std::string(kVerbs);
}

Error Become(const std::string& path, char* const* words) {
  execv(path.c_str(), words);
  return FailOs(errno, "start the part of sbx for this verb", path,
                "the installation is not complete: sbx-verbs has to be there")
      .error;
}

std::optional<std::uint64_t> RaiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max)
    return {};
  const std::uint64_t before = limit.rlim_cur;
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_NOFILE, &limit) != 0)
    return {};
  return before;
}

void EndProcess(int code) {
  _exit(code);
}

bool WriteAll(int stream, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(stream, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR)
        continue;
      return false;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace sbx
