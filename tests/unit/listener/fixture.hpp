// SPDX-License-Identifier: MIT
//
// Runs a small body in a child process under the listener's filter while this
// process dispatches, with the same identity and without capabilities on both
// sides; or, as a control, without the filter.
#ifndef SBX_TESTS_UNIT_LISTENER_FIXTURE_HPP_
#define SBX_TESTS_UNIT_LISTENER_FIXTURE_HPP_

#include <sys/socket.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "sbx/abi/draft/plan.h"

#include "core/platform/linux/listener/listener.hpp"
#include "core/policy/resolved_policy.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx::test {

inline constexpr std::uint32_t kBoth = SBX_LISTEN_UNIX | SBX_LISTEN_METADATA;

class ListenerTest : public testing::Test {
 protected:
  // Returns 0 or an errno, which becomes the child's exit code.
  using Body = std::function<int()>;

  void SetUp() override;
  void TearDown() override;

  // The exit code of `body` in a child: under the listener, or without filter.
  int Confined(const Body& body, std::uint32_t features = kBoth);
  int Free(const Body& body);

  // Makes the policy when it is first used; change `policy_` before.
  std::shared_ptr<const ResolvedPolicy> Resolved();

  [[nodiscard]] std::string In(const std::string& name) const { return workspace_ + "/" + name; }
  [[nodiscard]] std::string Out(const std::string& name) const { return outside_ + "/" + name; }

  Policy policy_;
  std::string base_, workspace_, outside_;
  std::vector<Refusal> refusals_;  // of the last Confined
  std::vector<UniqueFd> own_directories_;
  std::function<bool()> prepare_;  // in the child, before it drops its capabilities
  bool early_ = false;             // the child does not wait until the listener is made

 private:
  int RunChild(const Body& body, std::uint32_t features);
  std::shared_ptr<const ResolvedPolicy> resolved_;
};

// The address of a Unix socket; an abstract one when the name starts with NUL.
struct UnixAddress {
  explicit UnixAddress(const std::string& name);
  sockaddr_storage storage{};
  socklen_t size = 0;
};

// A listening socket. It is put into a file system only a moment after the call
// before, so that it is older or younger beyond doubt.
[[nodiscard]] UniqueFd ServeUnix(const std::string& name, int type = SOCK_STREAM);
[[nodiscard]] UniqueFd ServeTcp(std::uint16_t& port);

// 0 or an errno.
[[nodiscard]] int ConnectUnix(const std::string& name, int type = SOCK_STREAM);
[[nodiscard]] int ConnectTcp(std::uint16_t port, int type = SOCK_STREAM);

// True when somebody waits to be accepted.
[[nodiscard]] bool WasReached(int server_fd);

void MakeFile(const std::string& path, const std::string& text = "text");
void DropCapabilities();
void PauseForFileTimes();

}  // namespace sbx::test

#endif  // SBX_TESTS_UNIT_LISTENER_FIXTURE_HPP_
