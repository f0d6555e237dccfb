// SPDX-License-Identifier: MIT
//
// Lab: a folder of its own for each test, with a home, a workspace and an
// outside, away from /tmp so that the shared temporary directory does not make
// all of it writable.
#ifndef SBX_TESTS_UNIT_POLICY_LAB_HPP_
#define SBX_TESTS_UNIT_POLICY_LAB_HPP_

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/policy/judge.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx {

using Resolved = std::shared_ptr<const ResolvedPolicy>;

class Lab : public ::testing::Test {
 protected:
  Lab() {
    char name[] = "/var/tmp/sbx-policy-XXXXXX";
    EXPECT_NE(mkdtemp(name), nullptr);
    lab_ = name;
    home_ = MakeDir(lab_ + "/home");
    ws_ = MakeDir(home_ + "/ws");
    out_ = MakeDir(lab_ + "/out");
    around_.cwd = ws_;
    around_.home = home_;
    around_.config_home = home_ + "/.config/sbx";
    around_.state_home = home_ + "/.local/state/sbx";
    around_.uid = geteuid();
  }
  ~Lab() override {
    std::error_code error;
    for (const std::string& path : sealed_) {
      chmod(path.c_str(), 0700);
    }
    std::filesystem::remove_all(lab_, error);
  }

  static std::string MakeDir(const std::string& path) {
    std::filesystem::create_directories(path);
    return path;
  }
  static std::string MakeFile(const std::string& path) {
    MakeDir(std::filesystem::path(path).parent_path());
    std::ofstream(path) << "x\n";
    return path;
  }
  static void MakeLink(const std::string& target, const std::string& path) {
    std::filesystem::create_symlink(target, path);
  }
  std::string Seal(const std::string& path) {
    sealed_.push_back(path);
    chmod(path.c_str(), 0);
    return path;
  }

  void Allow(Access access, const std::string& path) { Add(access, Effect::kAllow, path); }
  void Deny(Access access, const std::string& path) { Add(access, Effect::kDeny, path); }
  void Add(Access access, Effect effect, const std::string& path) {
    const std::string source = std::string(effect == Effect::kAllow ? "--allow-" : "--deny-") +
                               (access == Access::kRead ? "read" : "write");
    policy_.rules.push_back({access, effect, path, source});
  }

  Resolved Make() {
    Result<Resolved> result = Resolve(policy_, around_);
    EXPECT_TRUE(result) << result.error().Sentence();
    return result ? *result : nullptr;
  }
  std::string Refusal() {
    const Result<Resolved> result = Resolve(policy_, around_);
    EXPECT_FALSE(result);
    return result ? std::string() : result.error().Sentence();
  }

  // "none", "read" or "write", as Judge sees it.
  static std::string Of(const Resolved& policy, const std::string& path) {
    const Result<Judgement> write = Judge(*policy, Access::kWrite, path, policy->around().cwd);
    const Result<Judgement> read = Judge(*policy, Access::kRead, path, policy->around().cwd);
    if (!write || !read) {
      return "error: " + (write ? read : write).error().Sentence();
    }
    EXPECT_TRUE(read->allowed || !write->allowed) << path;
    return write->allowed ? "write" : read->allowed ? "read" : "none";
  }
  static const Zone* Find(const Resolved& policy, const std::string& path) {
    for (const Zone& zone : policy->zones()) {
      if (zone.path == path) {
        return &zone;
      }
    }
    return nullptr;
  }
  static std::vector<std::string> Notices(const Resolved& policy) {
    std::vector<std::string> texts;
    for (const Notice& notice : policy->notices()) {
      texts.push_back(notice.text);
    }
    return texts;
  }

  std::string lab_, home_, ws_, out_;
  Policy policy_;
  Surroundings around_;

 private:
  std::vector<std::string> sealed_;
};

}  // namespace sbx

#endif  // SBX_TESTS_UNIT_POLICY_LAB_HPP_
