// SPDX-License-Identifier: MIT
//
// Fence: files opened and changed for the host by a process that is itself confined by
// the policy, for tools that read and write without a command. Check() answers about a
// moment, and whoever opens the name later may meet another object; a fence opens where
// the kernel holds the policy, and hands the descriptor back. Nothing lies between.
//
// The confined process is started like a target, by the helper and with the same plan,
// and lives as long as the fence: a host of any size pays for a process of some hundred
// KiB. What it opens costs one question and one answer over a socket more than open().
//
// The runner: a plan of steps (landlock) goes before one of mounts (bwrap), because it
// sees the host's names as they are; but one that holds every restriction on files that
// the policy wants goes before one that holds some of them partly. Where none holds them
// all, as for protect groups without bwrap, the engine's rule is the fence's too: what is
// required is held or there is no fence, and what is best effort is named by
// enforcement(). What is so named is judged by the policy: on the object that was opened,
// before it is handed back, and before a call that changes something as well, which
// leaves a race there, but no more than a command has.
//
// Under bwrap names that a rule keeps from being made are held, as empty directories,
// for as long as the fence lives; a rename from one writable root to another fails
// (EXDEV), as it does for commands; and with Tmp::kPrivate the temporary directory is
// the fence's own. Below /proc/self stands that process, not the host.
#ifndef SBX_HOST_FENCE_HPP_
#define SBX_HOST_FENCE_HPP_

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sbx/host/policy.hpp"
#include "sbx/host/status.hpp"
#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::host {

struct FenceOptions {
  std::string runner = "auto";                // or an id: that one is used, or there is no fence
  std::chrono::milliseconds patience{10000};  // for one answer: a file system may hang
};

// As open(2). Files are made with `mode` as it is: no umask, no bits but the nine. A fifo
// is opened without waiting for its other end.
struct Opening {
  bool read = true;
  bool write = false;
  bool create = false;
  bool exclusive = false;
  bool truncate = false;
  bool append = false;
  bool directory = false;  // and nothing else
  bool no_follow = false;  // the last name may not be a link
  std::uint32_t mode = 0644;
};

enum class Replacing : std::uint8_t { kYes, kNo, kExchange };

// Paths are absolute or below the policy's base. Where the policy denies, the error has
// SBX_E_REFUSED and `rule`, where it is not null, is set to the rule with its source; it is
// empty after every other end. Otherwise a failure has SBX_E_OS and the errno of the call.
//
// A process that ends, is killed or does not answer in time fails the call that it was
// asked (ECANCELED, ETIMEDOUT: whether it was done is not known) and no other: the next
// call starts another. Calls of several threads take turns. All is [any] but the destructor.
class Fence {
 public:
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;
  ~Fence();  // ends the process; descriptors that were handed out stay. [serial]

  Result<UniqueFd> Open(const std::string& path, const Opening& how = {},
                        std::string* rule = nullptr);
  Result<void> MakeDirectory(const std::string& path, std::uint32_t mode = 0755,
                             std::string* rule = nullptr);
  Result<void> Rename(const std::string& from, const std::string& to,
                      Replacing replacing = Replacing::kYes, std::string* rule = nullptr);
  // Of a name, a link itself included; a directory has to be empty.
  Result<void> Remove(const std::string& path, bool directory = false, std::string* rule = nullptr);

  void Cancel();  // ends the process: a call that goes on fails with ECANCELED

  [[nodiscard]] std::string runner() const;
  [[nodiscard]] std::vector<Enforcement> enforcement() const;

 private:
  friend class Engine;
  struct Impl;
  explicit Fence(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace sbx::host

#endif  // SBX_HOST_FENCE_HPP_
