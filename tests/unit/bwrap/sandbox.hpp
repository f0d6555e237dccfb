// SPDX-License-Identifier: MIT
//
// Sandbox: starts a plan of the bwrap runner by hand, without the host's helper
// and so without the inner steps: what these tests see is held by bwrap alone.
#ifndef SBX_TESTS_UNIT_BWRAP_SANDBOX_HPP_
#define SBX_TESTS_UNIT_BWRAP_SANDBOX_HPP_

#include <sys/types.h>

#include <functional>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "plugins/bwrap/runner.hpp"
#include "tests/unit/bwrap/policy_builder.hpp"
#include "tests/unit/bwrap/scratch.hpp"

namespace sbx::bwrap {

struct Who {
  const char* name;
  uid_t uid;
};
inline std::ostream& operator<<(std::ostream& out, const Who& who) {
  return out << who.name;
}

// Root and an ordinary user where the tests run as root, else the caller.
std::vector<Who> Users();

struct Ended {
  int status = -1;  // the exit code, 128+N for a signal
  std::string out;
  std::string err;
};

class Sandbox {
 public:
  explicit Sandbox(uid_t uid) : uid_(uid) {}

  // Runs in the new process before anything else, with the rights of the test.
  std::function<void()> before;

  Result<std::unique_ptr<plugin::Plan>> Prepare(PolicyBuilder& policy,
                                                const std::vector<std::string>& argv = {});

  // Makes holds, starts the wrapper with `argv` as its command, undoes holds.
  Ended Start(const plugin::Plan& plan, const std::vector<std::string>& argv) const;

  // Both, with a line for /bin/sh.
  Ended Shell(PolicyBuilder& policy, const std::string& script);

 private:
  uid_t uid_;
  BwrapRunner runner_;
  std::unique_ptr<plugin::Profile> profile_;
};

// Runs `argv` outside, as `uid`.
Ended RunAs(uid_t uid, const std::vector<std::string>& argv,
            const std::function<void()>& before = {});

}  // namespace sbx::bwrap

#endif  // SBX_TESTS_UNIT_BWRAP_SANDBOX_HPP_
