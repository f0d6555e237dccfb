// SPDX-License-Identifier: MIT
//
// A folder of its own for each test, in which every layer has its place; nobody but
// its owner can write there or above.
#ifndef SBX_TESTS_UNIT_CONFIG_PLACES_HPP_
#define SBX_TESTS_UNIT_CONFIG_PLACES_HPP_

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/config/effective.hpp"
#include "core/config/layers.hpp"

namespace sbx::config {

class InPlaces : public ::testing::Test {
 protected:
  // Only root's file is an organisation's, so that only root can put one down.
  static bool IsRoot() { return geteuid() == 0; }

  void SetUp() override {
    const char* base = std::getenv("SBX_TEST_FOLDER");
    ASSERT_NE(base, nullptr);
    // A user other than the builder works in a folder of its own.
    std::string where = access(base, W_OK) == 0 ? base : std::getenv("HOME");
    where += "/config-XXXXXX";
    ASSERT_NE(mkdtemp(where.data()), nullptr) << where;
    root_ = where;
    chmod(root_.c_str(), 0755);
    for (const char* name : {"managed", "home", "state", "repo", "repo/.git", "repo/ws"})
      ASSERT_EQ(mkdir(At(name).c_str(), 0755), 0);
    places_.managed_folder = At("managed");
    places_.config_home = At("home");
    places_.state_home = At("state");
    places_.workspace = At("repo/ws");
    places_.uid = geteuid();
  }
  void TearDown() override {
    std::error_code error;
    std::filesystem::remove_all(root_, error);
  }

  [[nodiscard]] std::string At(const std::string& name) const { return root_ + "/" + name; }

  std::string Put(const std::string& name, const std::string& text) const {
    const std::string path = At(name);
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::trunc) << text;
    chmod(path.c_str(), 0644);
    return path;
  }
  void PutUser(const std::string& text) const { Put("home/config.json", text); }
  void PutProject(const std::string& text) const { Put("repo/ws/.sbx/config.json", text); }
  void PutManaged(const std::string& text) const { Put("managed/policy.json", text); }

  [[nodiscard]] Result<Loaded> LoadAll(std::vector<Layer> given = {}) const {
    return config::Load(places_, std::move(given));
  }
  // The sentence that stops everything; empty when nothing does.
  [[nodiscard]] std::string Refusal() const {
    const auto loaded = LoadAll();
    if (!loaded)
      return loaded.error().Sentence();
    const auto made = MakeEffective(*loaded, Merge(loaded->layers), At("home"));
    return made ? std::string() : made.error().Sentence();
  }
  [[nodiscard]] Effective Make(std::vector<Layer> given = {}) const {
    const auto loaded = LoadAll(std::move(given));
    EXPECT_TRUE(loaded) << loaded.error().Sentence();
    if (!loaded)
      return {};
    const auto made = MakeEffective(*loaded, Merge(loaded->layers), At("home"));
    EXPECT_TRUE(made) << made.error().Sentence();
    return made ? *made : Effective();
  }

  std::string root_;
  Places places_;
};

}  // namespace sbx::config

#endif  // SBX_TESTS_UNIT_CONFIG_PLACES_HPP_
