// SPDX-License-Identifier: MIT
#include "core/platform/linux/listener/target.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <string_view>
#include <system_error>

#include "core/platform/linux/listener/proc.hpp"

namespace sbx::listener {
namespace {

constexpr unsigned kPidfdThread = O_EXCL;  // PIDFD_THREAD, Linux 6.9
constexpr std::size_t kPage = 4096;        // the smallest page: no element crosses a larger one

}  // namespace

Root OpenRoot(const char* path) {
  Root root;
  root.fd = UniqueFd(open(path, O_PATH | O_DIRECTORY | O_CLOEXEC));
  struct statx facts {};
  if (!root.fd.valid() ||
      statx(root.fd.get(), "", AT_EMPTY_PATH, STATX_INO | STATX_MNT_ID, &facts) != 0) {
    root.fd.reset();
    return root;
  }
  root.inode = facts.stx_ino;
  if ((facts.stx_mask & STATX_MNT_ID) != 0)
    root.mount = facts.stx_mnt_id;
  return root;
}

int Target::ProcessId() const {
  std::string status;
  if (!ReadSmallFile(ProcPath(tid_, "status"), 64 << 10, status))
    return tid_;
  return static_cast<int>(StatusField(status, "Tgid:", 10).value_or(tid_));
}

int Target::Read(std::uint64_t address, void* to, std::size_t size) const {
  if (size == 0)
    return 0;
  iovec local{to, size};
  iovec remote{reinterpret_cast<void*>(address), size};
  const ssize_t got = process_vm_readv(tid_, &local, 1, &remote, 1, 0);
  if (got < 0)
    return errno == EFAULT ? EFAULT : EACCES;
  return static_cast<std::size_t>(got) == size ? 0 : EFAULT;
}

int Target::ReadString(std::uint64_t address, std::size_t limit, int too_long,
                       std::string& out) const {
  out.clear();
  // In pieces that end with a page: what follows the string may be unmapped.
  while (out.size() < limit) {
    std::array<char, kPage> piece{};
    const std::uint64_t at = address + out.size();
    const std::size_t size =
        std::min<std::size_t>({kPage - at % kPage, limit - out.size(), std::size_t{kPage}});
    if (const int error = Read(at, piece.data(), size); error != 0)
      return error;
    const std::string_view got(piece.data(), size);
    const std::size_t end = got.find('\0');
    out.append(got.substr(0, end));
    if (end != std::string_view::npos)
      return 0;
  }
  return too_long;
}

Opened Target::Descriptor(int number) {
  if (number < 0)
    return {{}, EBADF};
  if (!pidfd_.valid()) {
    pidfd_ = UniqueFd(static_cast<int>(syscall(__NR_pidfd_open, tid_, kPidfdThread)));
    if (!pidfd_.valid() && errno == EINVAL) {
      pidfd_ = UniqueFd(static_cast<int>(syscall(__NR_pidfd_open, ProcessId(), 0)));
    }
    if (!pidfd_.valid())
      return {{}, EACCES};
  }
  UniqueFd copy(static_cast<int>(syscall(__NR_pidfd_getfd, pidfd_.get(), number, 0)));
  if (!copy.valid())
    return {{}, errno == EBADF ? EBADF : EACCES};
  return {std::move(copy), 0};
}

bool Target::TranslateId(const char* map, std::uint32_t& id) const {
  if (id == ~std::uint32_t{0})
    return true;
  struct stat own_space {
  }, their_space{};
  if (stat("/proc/self/ns/user", &own_space) != 0 ||
      stat(ProcPath(tid_, "ns/user").c_str(), &their_space) != 0) {
    return false;
  }
  if (own_space.st_ino == their_space.st_ino)
    return true;
  std::string text;
  if (!ReadSmallFile(ProcPath(tid_, map), 64 << 10, text))
    return false;
  // Lines of: first inside, first as seen by the reader, count.
  std::array<std::uint64_t, 3> numbers{};
  std::size_t have = 0;
  for (const char *at = text.data(), *const end = at + text.size(); at != end;) {
    if (*at == ' ' || *at == '\n') {
      ++at;
      continue;
    }
    const auto [rest, error] = std::from_chars(at, end, numbers[have]);
    if (error != std::errc())
      return false;
    at = rest;
    have = (have + 1) % numbers.size();
    const auto [inside, outside, count] = numbers;
    if (have == 0 && id >= inside && id - inside < count) {
      id = static_cast<std::uint32_t>(outside + (id - inside));
      return true;
    }
  }
  return false;
}

}  // namespace sbx::listener
