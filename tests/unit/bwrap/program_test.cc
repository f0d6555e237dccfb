// SPDX-License-Identifier: MIT
//
// Settings, and which program is trusted to confine.
#include "plugins/bwrap/program.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/bwrap/policy_builder.hpp"
#include "tests/unit/bwrap/scratch.hpp"

namespace sbx::bwrap {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<Settings> Read(const std::vector<std::pair<std::string, std::string>>& pairs) {
  std::vector<sbx_setting> settings;
  for (const auto& [key, value] : pairs)
    settings.push_back({Borrow(key), Borrow(value)});
  return ReadSettings(settings);
}

TEST(Y110, CustomRunnerIsReadWordByWord) {
  const Result<Settings> read =
      Read({{"command", "/opt/run"}, {"command", "--flag"}, {"failure-signature", "run: fatal"}});
  ASSERT_TRUE(read);
  EXPECT_THAT(read->command, ElementsAre("/opt/run", "--flag"));
  EXPECT_THAT(read->signatures, ElementsAre("run: fatal"));
}

TEST(Y110, CustomRunnerWithoutSignatureIsRefused) {
  const Result<Settings> read = Read({{"command", "/opt/run"}});
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().status, SBX_E_INVALID);
  EXPECT_THAT(read.error().Sentence(), HasSubstr("failure-signature"));
}

TEST(Y111, SignaturesAreSingleLinesThatSaySomething) {
  for (const char* bad : {"", "  ", "a\nb", "a\r"}) {
    EXPECT_FALSE(Read({{"command", "/opt/run"}, {"failure-signature", bad}})) << bad;
  }
  EXPECT_FALSE(Read({{"failure-signature", "x"}}));
}

TEST(Settings, NonsenseIsRefused) {
  EXPECT_FALSE(Read({{"programme", "/usr/bin/bwrap"}}));
  EXPECT_FALSE(Read({{"program", "bwrap"}}));
  EXPECT_FALSE(Read({{"program", "/a"}, {"program", "/b"}}));
  EXPECT_FALSE(Read({{"command", "run"}, {"failure-signature", "x"}}));
  EXPECT_FALSE(Read({{"program", "/a"}, {"command", "/opt/run"}, {"failure-signature", "x"}}));
  EXPECT_FALSE(Read({{"program", std::string("/a\0b", 4)}}));
  EXPECT_TRUE(Read({}));
}

TEST(Program, TheTrustedPlacesHaveOne) {
  const Result<Program> found = FindProgram({}, TrustedPlaces(), geteuid());
  ASSERT_TRUE(found) << found.error().Sentence();
  EXPECT_TRUE(found->words[0].starts_with('/'));
  EXPECT_FALSE(found->custom);
}

TEST(Program, NeverTakenFromPath) {
  const Scratch scratch;
  scratch.Program("bwrap");
  setenv("PATH", scratch.path().c_str(), 1);
  const Result<Program> found = FindProgram({}, {"/nowhere/bwrap"}, geteuid());
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().status, SBX_E_UNSUPPORTED);
  EXPECT_THAT(found.error().Sentence(), HasSubstr("apt install bubblewrap"));
}

TEST(Program, NotBelowADirectoryThatOthersCanWrite) {
  const Scratch scratch;  // in /var/tmp, which everybody can write
  Settings settings;
  settings.program = scratch.Program("bwrap");
  const Result<Program> found = FindProgram(settings, {}, geteuid());
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().Sentence(), HasSubstr("/var/tmp can be changed by others"));
}

TEST(Program, NotOneThatOthersCanWrite) {
  const Scratch scratch;
  const std::string program = scratch.Program("bwrap");
  ASSERT_EQ(chmod(program.c_str(), 0777), 0);
  Settings settings;
  settings.program = program;
  const Result<Program> found = FindProgram(settings, {}, geteuid());
  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().Sentence(), HasSubstr("bwrap can be changed by others"));
}

TEST(Program, MustBeAnExecutableFile) {
  Settings settings;
  settings.program = "/etc/passwd";
  EXPECT_FALSE(FindProgram(settings, {}, geteuid()));
  settings.program = "/usr/bin";
  EXPECT_FALSE(FindProgram(settings, {}, geteuid()));
  settings.program = "/usr/bin/no-such-bwrap";
  EXPECT_FALSE(FindProgram(settings, {}, geteuid()));
}

TEST(Program, CustomCommandKeepsItsWords) {
  Settings settings;
  settings.command = {"/usr/bin/env", "-i", "/usr/bin/bwrap"};
  settings.signatures = {"bwrap:"};
  const Result<Program> found = FindProgram(settings, {}, geteuid());
  ASSERT_TRUE(found) << found.error().Sentence();
  EXPECT_THAT(found->words, ElementsAre("/usr/bin/env", "-i", "/usr/bin/bwrap"));
  EXPECT_TRUE(found->custom);
}

TEST(Program, NotInsideAWritableZone) {
  Program program;
  program.words = {"/opt/tools/bwrap"};
  PolicyBuilder writable;
  writable.Write("/opt");
  EXPECT_FALSE(CheckOutOfTargetsReach(program, writable.view()));
  PolicyBuilder protecting;
  protecting.Write("/opt").Read("/opt/tools");
  EXPECT_TRUE(CheckOutOfTargetsReach(program, protecting.view()));
  PolicyBuilder elsewhere;
  elsewhere.Write("/srv");
  EXPECT_TRUE(CheckOutOfTargetsReach(program, elsewhere.view()));
}

}  // namespace
}  // namespace sbx::bwrap
