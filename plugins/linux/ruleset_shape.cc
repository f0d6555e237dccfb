// SPDX-License-Identifier: MIT
#include <sys/syscall.h>
#include <unistd.h>

#include <string_view>

#include "plugins/linux/ruleset.hpp"
#include "plugins/linux/uapi/landlock.h"

namespace sbx::runner {
namespace {

constexpr std::uint64_t kRead = SBX_LL_EXECUTE | SBX_LL_READ_FILE | SBX_LL_READ_DIR;
constexpr std::uint64_t kAbi1 = (std::uint64_t{1} << 13) - 1;
constexpr std::uint64_t kFileRights = SBX_LL_EXECUTE | SBX_LL_READ_FILE | SBX_LL_WRITE_FILE |
                                      SBX_LL_TRUNCATE | SBX_LL_IOCTL_DEV | SBX_LL_RESOLVE_UNIX;
// Device nodes are made by nobody. A socket that is reached is one of the
// target's own, which needs no rule.
constexpr std::uint64_t kNeverGranted = SBX_LL_MAKE_CHAR | SBX_LL_MAKE_BLOCK | SBX_LL_RESOLVE_UNIX;
constexpr std::uint64_t kDevice =
    SBX_LL_READ_FILE | SBX_LL_READ_DIR | SBX_LL_WRITE_FILE | SBX_LL_TRUNCATE | SBX_LL_IOCTL_DEV;

void ShapeFiles(const RulesetRequest& request, int abi, RulesetShape& shape) {
  shape.handled_fs = kAbi1;
  if (abi >= 2) {
    shape.handled_fs |= SBX_LL_REFER;
  } else {
    shape.gaps.emplace_back("files cannot be renamed or linked from one folder to another (ABI 1)");
  }
  if (abi >= 3) {
    shape.handled_fs |= SBX_LL_TRUNCATE;
  } else {
    shape.gaps.emplace_back("files outside the writable folders can be truncated (ABI below 3)");
  }
  if (abi >= 5) {
    shape.handled_fs |= SBX_LL_IOCTL_DEV;
  }
  if (request.unix_outside && abi >= 9)
    shape.handled_fs |= SBX_LL_RESOLVE_UNIX;
  shape.read_rights = kRead & shape.handled_fs;
  shape.write_rights = shape.handled_fs & ~kNeverGranted;
  shape.device_rights = kDevice & shape.handled_fs;
  shape.file_mask = kFileRights & shape.handled_fs;
}

}  // namespace

int LandlockAbi() {
  const long abi =
      syscall(SBX_NR_LANDLOCK_CREATE_RULESET, nullptr, 0, SBX_LANDLOCK_CREATE_RULESET_VERSION);
  return abi > 0 ? static_cast<int>(abi) : 0;
}

RulesetShape Downgrade(const RulesetRequest& request, int abi) {
  RulesetShape shape;
  if (abi < 1) {
    shape.gaps.emplace_back("this kernel has no Landlock");
    return shape;
  }
  if (request.files)
    ShapeFiles(request, abi, shape);
  if (request.no_tcp) {
    if (abi >= 4) {
      shape.handled_net |= SBX_LL_NET_BIND_TCP | SBX_LL_NET_CONNECT_TCP;
    } else {
      shape.gaps.emplace_back("TCP is not judged (ABI below 4)");
    }
  }
  if (request.no_udp) {
    if (abi >= 10) {
      shape.handled_net |= SBX_LL_NET_BIND_UDP | SBX_LL_NET_CONNECT_SEND_UDP;
    } else {
      shape.gaps.emplace_back("UDP is not judged (ABI below 10)");
    }
  }
  if (request.scope_abstract) {
    if (abi >= 6) {
      shape.scoped |= SBX_LL_SCOPE_ABSTRACT_UNIX_SOCKET;
    } else {
      shape.gaps.emplace_back("abstract Unix sockets of others can be reached (ABI below 6)");
    }
  }
  if (request.scope_signal) {
    if (abi >= 6) {
      shape.scoped |= SBX_LL_SCOPE_SIGNAL;
    } else {
      shape.gaps.emplace_back("processes outside can be signalled (ABI below 6)");
    }
  }
  return shape;
}

std::vector<std::string> LandlockDevices(bool shared_tmp) {
  std::vector<std::string> devices = {"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom", "/dev/tty",  "/dev/ptmx", "/dev/pts"};
  if (shared_tmp)
    devices.emplace_back("/dev/shm");
  return devices;
}

std::vector<std::string> LandlockDevices(const sbx_policy& policy) {
  std::vector<std::string> devices = {"/dev/null"};
  if (policy.mode != SBX_MODE_READ_ONLY)
    devices = LandlockDevices(policy.tmp == SBX_TMP_SHARED);
  std::erase_if(devices, [&policy](std::string_view device) {
    for (std::size_t i = 1; i < policy.zone_count; ++i) {
      const std::string_view zone = View(policy.zones[i].path);
      if (policy.zones[i].access != SBX_ACCESS_WRITE && device.starts_with(zone) &&
          (device.size() == zone.size() || device[zone.size()] == '/')) {
        return true;
      }
    }
    return false;
  });
  return devices;
}

bool KeepsRules(std::uint64_t file_system_type) {
  return file_system_type != SBX_9P_MAGIC;
}

}  // namespace sbx::runner
