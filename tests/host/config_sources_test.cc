// SPDX-License-Identifier: MIT
//
// Config sources that a host names: what they read counts as it does for the program.
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "sbx/sbx.h"
#include "tests/host/workspace.hpp"

namespace sbx::host {
namespace {

class ConfigSources : public Workspace {
 protected:
  void SetUp() override {
    Workspace::SetUp();
    if (IsSkipped() || HasFatalFailure())
      return;
    home_ = folder_ + "/home";
    std::filesystem::create_directories(home_ + "/.pi/agent");
    std::filesystem::permissions(folder_, std::filesystem::perms(0755));
    EngineOptions options = Options();
    options.environment.push_back("HOME=" + home_);
    auto engine = Engine::Make(std::move(options));
    ASSERT_TRUE(engine) << engine.error().Sentence();
    engine_ = std::move(*engine);
  }
  static void Put(const std::string& path, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::trunc) << text;
    std::filesystem::permissions(path, std::filesystem::perms(0644));
  }
  // Where a policy with these sources lets commands write; or the sentence that refuses it.
  [[nodiscard]] std::string Roots(const std::vector<std::string>& sources) {
    Policy wanted = Wanted();
    wanted.config_sources = sources;
    auto policy = engine_->Resolve(wanted);
    if (!policy)
      return policy.error().Sentence();
    std::string roots;
    for (const std::string& root : policy->writable_roots())
      roots += root + " ";
    policy_ = std::move(*policy);
    return roots;
  }
  [[nodiscard]] static bool MayWrite(const ResolvedPolicy& policy, const std::string& path) {
    const auto judged = Check(policy, Access::kWrite, path);
    EXPECT_TRUE(judged) << judged.error().Sentence();
    return judged && judged->allowed;
  }
  [[nodiscard]] static bool Has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  }

  std::string home_;
};

TEST_F(ConfigSources, AreReadOnlyWhenNamed) {
  Put(home_ + "/.pi/agent/pi-sandbox.json", R"({"mode": "read-only"})");
  EXPECT_EQ(Roots({}), workspace_ + " ");
  EXPECT_EQ(RunShell("echo x >ws-file").code, 0);
  EXPECT_EQ(Roots({"pi"}), "");
  EXPECT_NE(RunShell("echo x >ws-file").code, 0);
}

TEST_F(ConfigSources, AProjectThatIsNotTrustedOnlyNarrows) {
  Put(workspace_ + "/.pi/pi-sandbox.json",
      R"({"mode": "danger-full-access", "approvalMode": "allow-all"})");
  EXPECT_EQ(Roots({"pi"}), workspace_ + " ");
  Put(workspace_ + "/.pi/pi-sandbox.json", R"({"mode": "read-only"})");
  EXPECT_EQ(Roots({"pi"}), "");
}

TEST_F(ConfigSources, WhatTheyReadIsKeptAsItIs) {
  const std::string file = home_ + "/.pi/agent/pi-sandbox.json";
  Put(file, R"({"mode": "workspace-write"})");
  Policy wanted = Wanted();
  wanted.config_sources = {"pi"};
  wanted.rules = {{Access::kWrite, Effect::kAllow, home_ + "/.pi"}};
  auto policy = engine_->Resolve(wanted);
  ASSERT_TRUE(policy) << policy.error().Sentence();
  EXPECT_TRUE(MayWrite(*policy, home_ + "/.pi/other"));
  EXPECT_FALSE(MayWrite(*policy, file));
}

TEST_F(ConfigSources, SbxsOwnFilesAreASourceToo) {
  Put(home_ + "/.config/sbx/config.json", R"({"filesystem": {"denyWrite": ["$WORKSPACE/own"]}})");
  Put(workspace_ + "/.sbx/config.json", R"({"mode": "read-only"})");
  EXPECT_EQ(Roots({}), workspace_ + " ");
  EXPECT_EQ(Roots({"native"}), "");
  std::filesystem::remove_all(workspace_ + "/.sbx");
  std::filesystem::create_directory(workspace_ + "/own");
  EXPECT_EQ(Roots({"native"}), workspace_ + " ");
  EXPECT_FALSE(MayWrite(*policy_, workspace_ + "/own/f"));
  EXPECT_TRUE(MayWrite(*policy_, workspace_ + "/f"));
}

TEST_F(ConfigSources, WhatCannotBeReadStopsEverything) {
  EXPECT_TRUE(Has(Roots({"nobody"}), "'nobody'")) << Roots({"nobody"});
  EXPECT_FALSE(Has(Roots({""}), workspace_));
  Put(home_ + "/.pi/agent/pi-sandbox.json", R"({"mode": )");
  EXPECT_TRUE(Has(Roots({"pi"}), "pi-sandbox.json")) << Roots({"pi"});
  Put(home_ + "/.pi/agent/pi-sandbox.json", R"({"runnerCommand": ["/bin/runner"],)"
                                            R"( "runnerFailureSignatures": ["failed"]})");
  EXPECT_TRUE(Has(Roots({"pi"}), "only the program can")) << Roots({"pi"});
}

TEST_F(ConfigSources, InC) {
  Put(home_ + "/.pi/agent/pi-sandbox.json", R"({"mode": "read-only"})");
  sbx_host_engine_options options = SBX_HOST_ENGINE_OPTIONS_INIT;
  const std::string home = "HOME=" + home_;
  const char* environment[] = {"PATH=/usr/bin:/bin", home.c_str(), nullptr};
  options.environment = environment;
  sbx_host_error error = SBX_HOST_ERROR_INIT;
  sbx_host_engine* engine = nullptr;
  ASSERT_EQ(sbx_host_engine_new(&options, &engine, &error), SBX_OK) << error.sentence;
  const char* sources[] = {"pi", nullptr};
  sbx_host_policy_options wanted = SBX_HOST_POLICY_OPTIONS_INIT;
  wanted.base = wanted.workspace = workspace_.c_str();
  wanted.config_sources = sources;
  const auto may_write = [&](std::uint32_t size) {
    wanted.size = size;
    sbx_host_policy* policy = nullptr;
    EXPECT_EQ(sbx_host_policy_resolve(engine, &wanted, &policy, &error), SBX_OK) << error.sentence;
    std::int32_t allowed = -1;
    EXPECT_EQ(sbx_host_check(policy, SBX_ACCESS_WRITE, (workspace_ + "/f").c_str(), &allowed,
                             nullptr, 0, &error),
              SBX_OK)
        << error.sentence;
    sbx_host_policy_free(policy);
    return allowed;
  };
  EXPECT_EQ(may_write(sizeof wanted), 0);
  // Of a caller that was built before there were any, nothing beyond its struct is read.
  EXPECT_EQ(may_write(offsetof(sbx_host_policy_options, config_sources)), 1);
  sbx_host_engine_free(engine);
}

}  // namespace
}  // namespace sbx::host
