// SPDX-License-Identifier: MIT
//
// Layout: the mounts that show a target exactly what the zones of a policy say,
// as data. A pure function, so that a table of policies is its test.
//
// A mount holds a path, not a name above it: whoever may rename a directory on
// the way to a protected object moves the protection away with it. So each
// directory between a writable zone and a protected object inside it is pinned,
// that is, mounted on itself, which makes its name busy.
#ifndef SBX_PLUGINS_BWRAP_LAYOUT_HPP_
#define SBX_PLUGINS_BWRAP_LAYOUT_HPP_

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sbx/abi/draft/policy.h"

#include "sbx/plugin/result.hpp"

namespace sbx::bwrap {

// Above this many mounts their cost grows faster than their number, and Landlock
// inside holds the files if it can.
inline constexpr std::size_t kMostMounts = 64;
// Where it cannot, that cost is paid up to here.
inline constexpr std::size_t kMostMountsAtAll = 256;

// What the layout depends on besides the policy.
struct Facts {
  bool setuid = false;            // bwrap has its rights from its mode, not from a user namespace
  std::vector<std::string> proc;  // entries of /proc that root could write to, without "sys"
  // ABSENT zones whose directory the user cannot write to: their name cannot be
  // made by the target, so that nothing needs to be held there.
  std::vector<std::size_t> out_of_reach;
};

// What a test switches off to see that the test of a held line fails.
struct Weaken {
  bool pins = false;
  bool protect = false;  // read-only and hidden objects
  bool hold = false;
  bool ipc_namespace = false;
  bool pid_namespace = false;
  bool network_namespace = false;
  bool private_tmp = false;
  bool scope = false;
  bool filter = false;
  bool write_layer = false;
};

struct Mount {
  enum class Kind : std::uint8_t {
    kReadOnly,       // the object itself, which can be read
    kWritable,       // the object itself
    kPin,            // a directory of a writable zone on itself
    kDevice,         // the object itself with its device nodes usable, writable
    kHideDirectory,  // an empty directory that nobody can open
    kHideFile,       // something that nobody can open
    kHeld,           // a name that the host holds for the length of the run
    kTmp,            // a private temporary directory
    kDev,            // a small /dev
    kProc,           // the /proc of the process namespace
    kProcReadOnly,   // a part of that /proc, read-only
    kLink,           // a symbolic link in a hidden directory
  };
  Kind kind = Kind::kReadOnly;
  std::string path;
  int zone = -1;            // whose object this is, -1: none
  bool opens = false;       // kHideDirectory: something below it stays visible
  bool held = false;        // kHideDirectory: over a name that the host holds
  std::string target = {};  // kLink: its text
};

// An absent name that the host must hold.
struct Held {
  std::size_t zone = 0;
  std::string name;
};

struct Layout {
  std::vector<Mount> mounts;  // an enclosing path comes first
  std::vector<Held> holds;
  // Best-effort zones that are not held, one sentence each: sbx's own files, the others.
  std::vector<std::string> left_open;
  std::vector<std::string> protect_open;
  bool root_hidden = false;  // nothing of "/" is visible but what is mounted
  bool landlock = false;     // the zones are left to a Landlock ruleset inside
};

// SBX_E_REFUSED with the rule when it cannot be held. More than kMostMounts is
// no failure here: the caller decides what to do then.
[[nodiscard]] Result<Layout> Arrange(const sbx_policy& policy, const Facts& facts,
                                     const Weaken& weaken = {});

// The layout that leaves files to a Landlock ruleset: two or three mounts.
[[nodiscard]] Layout ArrangeForLandlock(const Facts& facts);

// Whether `path` is `directory` or lies below it. Both absolute, without links.
[[nodiscard]] bool IsWithin(std::string_view path, std::string_view directory);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_LAYOUT_HPP_
