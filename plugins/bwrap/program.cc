// SPDX-License-Identifier: MIT
#include "plugins/bwrap/program.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <memory>
#include <utility>

#include "plugins/bwrap/layout.hpp"

namespace sbx::bwrap {
namespace {

constexpr char kInstall[] = "install bubblewrap (apt install bubblewrap), or use --runner=landlock";

// root, and for a program that the user configured the user himself. Root's own
// group is as good as root.
bool IsTrusted(const struct stat& status, bool or_user, std::uint32_t uid) {
  if (status.st_uid != 0 && !(or_user && status.st_uid == uid))
    return false;
  if ((status.st_mode & S_IWOTH) != 0)
    return false;
  return (status.st_mode & S_IWGRP) == 0 || status.st_gid == 0;
}

Result<void> CheckChain(const std::string& path, bool or_user, std::uint32_t uid) {
  std::string part = path;
  while (true) {
    struct stat status {};
    if (lstat(part.c_str(), &status) != 0)
      return FailOs(errno, "look at", part);
    if (!IsTrusted(status, or_user, uid)) {
      return Fail(SBX_E_UNSUPPORTED, "trust the program", path,
                  part + " can be changed by others than " + (or_user ? "root and you" : "root"));
    }
    if (part == "/")
      return {};
    const std::size_t slash = part.rfind('/');
    part.resize(slash == 0 ? 1 : slash);
  }
}

Result<std::string> CheckFile(const std::string& path, bool or_user, std::uint32_t uid) {
  const std::unique_ptr<char, decltype(&free)> resolved(realpath(path.c_str(), nullptr), &free);
  if (resolved == nullptr)
    return FailOs(errno, "use the program", path, kInstall);
  std::string real = resolved.get();
  struct stat status {};
  if (stat(real.c_str(), &status) != 0)
    return FailOs(errno, "use the program", real, kInstall);
  if (!S_ISREG(status.st_mode) || (status.st_mode & (S_IXUSR | S_IXGRP | S_IXOTH)) == 0)
    return Fail(SBX_E_UNSUPPORTED, "use the program", real, "it is no executable file");
  if (Result<void> chain = CheckChain(real, or_user, uid); !chain)
    return chain.failure();
  return real;
}

bool HasSetuid(const std::string& path) {
  struct stat status {};
  return stat(path.c_str(), &status) == 0 && (status.st_mode & S_ISUID) != 0;
}

}  // namespace

std::vector<std::string> TrustedPlaces() {
  return {"/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"};
}

Result<Program> FindProgram(const Settings& settings, const std::vector<std::string>& places,
                            std::uint32_t uid) {
  Program program;
  if (!settings.command.empty() || !settings.program.empty()) {
    program.custom = !settings.command.empty();
    program.words = program.custom ? settings.command : std::vector{settings.program};
    Result<std::string> file = CheckFile(program.words[0], true, uid);
    if (!file)
      return file.failure();
    program.words[0] = *std::move(file);
    program.setuid = HasSetuid(program.words[0]);
    return program;
  }
  Error last{SBX_E_UNSUPPORTED, 0, "find bwrap", "", kInstall};
  for (const std::string& place : places) {
    Result<std::string> file = CheckFile(place, false, uid);
    if (file) {
      program.words = {*std::move(file)};
      program.setuid = HasSetuid(program.words[0]);
      return program;
    }
    if (file.error().os_error != ENOENT)
      last = file.error();
  }
  last.status = SBX_E_UNSUPPORTED;
  return Failure{std::move(last)};
}

Result<void> CheckOutOfTargetsReach(const Program& program, const sbx_policy& policy) {
  const sbx_zone* deepest = nullptr;
  for (std::size_t i = 0; i < policy.zone_count; ++i) {
    const sbx_zone& zone = policy.zones[i];
    if (IsWithin(program.words[0], View(zone.path)) &&
        (deepest == nullptr || zone.path.size >= deepest->path.size)) {
      deepest = &zone;
    }
  }
  if (deepest == nullptr || deepest->access != SBX_ACCESS_WRITE)
    return {};
  return Fail(SBX_E_REFUSED, "use the program", program.words[0],
              "the command may write to it; move it out of the writable folders");
}

}  // namespace sbx::bwrap
