// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/metadata.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>

#include <cerrno>
#include <climits>

#include "core/platform/linux/listener/change.hpp"
#include "core/platform/linux/listener/place.hpp"
#include "core/platform/linux/listener/proc.hpp"

#ifndef SOCKFS_MAGIC
#define SOCKFS_MAGIC 0x534f434b
#endif

namespace sbx::listener {
namespace {

constexpr unsigned kFirstPtyMajor = 136;
constexpr unsigned kLastPtyMajor = 143;

// What the call names, and whether it was named by a descriptor alone.
struct Named {
  Opened object;
  std::string as_asked;
};

std::string NameOf(int number) {
  std::string name = "descriptor ";
  name += std::to_string(number);
  return name;
}

Named OpenDescriptor(Target& target, int number) {
  Named named{target.Descriptor(number), NameOf(number)};
  // These calls do not work on O_PATH descriptors, their *at forms do.
  if (named.object.os_error == 0 && (fcntl(named.object.fd.get(), F_GETFL) & O_PATH) != 0) {
    named.object = {{}, EBADF};
  }
  return named;
}

Named OpenAt(Target& target, const seccomp_notif& call, const MetadataCall& entry) {
  const auto* args = call.data.args;
  const int at = static_cast<int>(args[0]);
  const int flags = entry.flags >= 0 ? static_cast<int>(args[entry.flags]) : 0;
  if ((flags & ~(AT_SYMLINK_NOFOLLOW | AT_EMPTY_PATH)) != 0)
    return {{{}, EINVAL}, {}};
  const bool times =
      entry.kind == MetadataKind::kTimesNano || entry.kind == MetadataKind::kTimesMicro;
  std::string path;
  if (args[1] == 0 && times && at != AT_FDCWD) {
    if (flags != 0)
      return {{{}, EINVAL}, {}};
    return OpenDescriptor(target, at);
  }
  if (args[1] != 0 || (flags & AT_EMPTY_PATH) == 0) {
    const int error = target.ReadString(args[1], PATH_MAX, ENAMETOOLONG, path);
    if (error != 0)
      return {{{}, error}, {}};
  }
  if (path.empty() && (flags & AT_EMPTY_PATH) != 0) {
    if (at == AT_FDCWD)
      return {target.WorkingDirectory(), "."};
    return {target.Descriptor(at), NameOf(at)};
  }
  Opened object = target.Open(at, path, (flags & AT_SYMLINK_NOFOLLOW) == 0);
  return {std::move(object), std::move(path)};
}

Named OpenNamed(Target& target, const seccomp_notif& call, const MetadataCall& entry) {
  switch (entry.naming) {
    case Naming::kDescriptor:
      return OpenDescriptor(target, static_cast<int>(call.data.args[0]));
    case Naming::kAt:
      return OpenAt(target, call, entry);
    case Naming::kPath:
    case Naming::kLink: {
      std::string path;
      const int error = target.ReadString(call.data.args[0], PATH_MAX, ENAMETOOLONG, path);
      if (error != 0)
        return {{{}, error}, {}};
      Opened object = target.Open(AT_FDCWD, path, entry.naming == Naming::kPath);
      return {std::move(object), std::move(path)};
    }
  }
  return {{{}, EPERM}, {}};
}

// Objects that no path of the file system leads to: they are the target's own.
bool IsUnnamed(int fd, const struct stat& object) {
  if (S_ISREG(object.st_mode))
    return object.st_nlink == 0;
  if (!S_ISFIFO(object.st_mode) && !S_ISSOCK(object.st_mode))
    return false;
  struct statfs system {};
  return fstatfs(fd, &system) == 0 &&
         (system.f_type == PIPEFS_MAGIC || system.f_type == SOCKFS_MAGIC);
}

bool IsOwnTerminal(const RunFacts& facts, const struct stat& object) {
  return S_ISCHR(object.st_mode) && major(object.st_rdev) >= kFirstPtyMajor &&
         major(object.st_rdev) <= kLastPtyMajor && object.st_uid == facts.uid;
}

}  // namespace

Verdict HandleMetadata(const RunFacts& facts, const Notifier& notifier, const seccomp_notif& call,
                       const MetadataCall& entry) {
  Target target(static_cast<int>(call.pid), facts.root);
  Change change;
  const int unreadable = ReadChange(target, call, entry, change);
  Named named = OpenNamed(target, call, entry);
  struct stat object {};
  if (named.object.os_error == 0 && fstat(named.object.fd.get(), &object) != 0) {
    named.object.os_error = EACCES;
  }
  // One bit decides here, whatever it would be put on.
  const mode_t raising = S_ISUID | (facts.uid == 0 ? S_ISGID : 0);
  Place place;
  bool allowed = false;
  if (named.object.os_error == 0) {
    const int fd = named.object.fd.get();
    if (S_ISCHR(object.st_mode) || S_ISBLK(object.st_mode)) {
      place.rule = "devices are not changed";
      place.path = ReadLink(fd);
      allowed = IsOwnTerminal(facts, object);
    } else if (IsUnnamed(fd, object)) {
      allowed = true;
    } else {
      place = Locate(facts, target, fd, object);
      allowed = place.writable;
    }
  }
  if (!notifier.Stands(call.id))
    return Verdict{EPERM};
  if (named.object.os_error != 0)
    return Verdict{named.object.os_error};
  if (unreadable != 0)
    return Verdict{unreadable};
  if (place.path.empty())
    place.path = named.as_asked;
  const bool raises = entry.kind == MetadataKind::kMode && (change.mode & raising) != 0;
  if ((!allowed || raises) && !WouldSucceed(change, named.object.fd.get(), object))
    return Verdict{EPERM};  // the kernel's own answer: nobody's denial
  if (!allowed) {
    return Refuse(facts, target, entry.name, std::move(place.path), EPERM, std::move(place.rule));
  }
  if (raises) {
    return Refuse(facts, target, entry.name, std::move(place.path), EPERM,
                  "no set-user-ID or set-group-ID programs");
  }
  return Verdict{Apply(change, named.object.fd.get())};
}

}  // namespace sbx::listener
