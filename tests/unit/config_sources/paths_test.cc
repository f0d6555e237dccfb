// SPDX-License-Identifier: MIT
//
// Paths of other programs, and those rules of macOS that no Linux host shows.
#include "plugins/config-sources/common/paths.hpp"

#include <gmock/gmock.h>

#include "plugins/config-sources/common/file_rules.hpp"
#include "plugins/config-sources/srt/translate.hpp"
#include "sbx/plugin/config_source.hpp"

namespace sbx::sources {
namespace {

const Ground kGround{"/home/x", "/w/s", "/w/s"};

TEST(Spelling, IsThatOfRules) {
  for (const auto& [written, rule] : std::initializer_list<std::pair<const char*, const char*>>{
           {".", "$WORKSPACE"},
           {"./", "$WORKSPACE"},
           {"src/", "$WORKSPACE/src"},
           {"./src/**/*.ts", "$WORKSPACE/src/**/*.ts"},
           {"~", "~"},
           {"~/.ssh/", "~/.ssh"},
           {"~other/x", "$WORKSPACE/~other/x"},
           {"$HOME/x", "$WORKSPACE/$HOME/x"},
           {"/", "/"},
           {"/a\\b", "/a\\\\b"},
           {"/srv/[ab]?", "/srv/[ab]?"}}) {
    EXPECT_EQ(Spell(written, kGround).rule, rule) << written;
  }
  EXPECT_EQ(Spell("x", {"/home/x", "/w/s", "/w/[q]"}).rule, "/w/\\[q\\]/x");
  EXPECT_EQ(SpellLiteral("/a/[b]", kGround).rule, "/a/\\[b\\]");
  EXPECT_FALSE(SpellLiteral("/a/*", kGround).pattern);
}

TEST(LyingIn, IsByWholeNamesAndPatterns) {
  const auto in = [](const char* path, const char* other) {
    return LiesIn(Spell(path, kGround), Spell(other, kGround));
  };
  EXPECT_TRUE(in("/a/b", "/a"));
  EXPECT_TRUE(in("/a", "/a/"));
  EXPECT_TRUE(in("/a", "/"));
  EXPECT_FALSE(in("/ab", "/a"));
  EXPECT_FALSE(in("/a", "/a/b"));
  EXPECT_TRUE(in("/a/x.pem/y", "/a/*.pem"));
  EXPECT_FALSE(in("/a/b/x.pem", "/a/*.pem"));
  EXPECT_TRUE(in("/a/b/c/x.pem", "/a/**/*.pem"));
  EXPECT_TRUE(in("src/build/x", "**/build/**"));
  EXPECT_FALSE(in("src/built/x", "**/build/**"));
  EXPECT_TRUE(in("/home/x/y", "~"));
  EXPECT_TRUE(in("/a/b/../c", "/a/c")) << "as it is found";
}

struct Heard {
  std::vector<std::string> values, gaps;
  bool failed = false;
};

// What a translation tells a host.
Heard Hear(const Translation& translation) {
  Heard heard;
  const sbx_config_sink raw = {
      &heard,
      nullptr,
      [](void* ctx, std::uint32_t, sbx_str key, sbx_str json, const sbx_place*) noexcept {
        static_cast<Heard*>(ctx)->values.push_back(std::string(View(key)) + "=" +
                                                   std::string(View(json)));
      },
      [](void* ctx, sbx_str key, sbx_str, const sbx_place*) noexcept {
        static_cast<Heard*>(ctx)->gaps.emplace_back(View(key));
      },
      nullptr,
      [](void* ctx, sbx_str, const sbx_place*) noexcept {
        static_cast<Heard*>(ctx)->failed = true;
      }};
  plugin::ConfigSink sink(raw);
  translation.Tell(sink);
  return heard;
}

constexpr char kMac[] = R"({
"network": {"allowedDomains": [], "deniedDomains": [], "allowUnixSockets": ["/var/run/x.sock"]},
"filesystem": {"denyRead": [], "allowWrite": ["src/**/*.ts"], "denyWrite": ["src/a/*.ts"]}})";

TEST(Srt, OnMacosPatternsAndSocketsOpen) {
  Translation mac(SBX_LAYER_USER, "/home/x/.srt-settings.json");
  TranslateSrt(kMac, kGround, Wildcards::kMacos, mac);
  const Heard heard = Hear(mac);
  EXPECT_THAT(
      heard.values,
      ::testing::IsSupersetOf({R"(filesystem.allowWrite=["$WORKSPACE/src/**/*.ts"])",
                               R"(unixSockets.paths=["/var/run/x.sock"])",
                               R"(filesystem.denyWrite=["$WORKSPACE/src/a/*.ts","$WORKSPACE"])"}));
  EXPECT_TRUE(heard.gaps.empty());
}

TEST(Srt, OnLinuxTheyDoNot) {
  Translation linux_rules(SBX_LAYER_USER, "/home/x/.srt-settings.json");
  TranslateSrt(kMac, kGround, Wildcards::kLinux, linux_rules);
  const Heard heard = Hear(linux_rules);
  EXPECT_THAT(heard.values, ::testing::Contains("mode=\"read-only\""));
  EXPECT_THAT(heard.gaps,
              ::testing::UnorderedElementsAre("network.allowUnixSockets", "filesystem.allowWrite"));
}

TEST(Translation, OfAProjectAnErrorIsNoEnd) {
  Translation user(SBX_LAYER_USER, "/f");
  user.Wrong("k", "is wrong", {});
  EXPECT_TRUE(Hear(user).failed);
  Translation project(SBX_LAYER_PROJECT, "/f");
  project.Say("mode", "\"danger-full-access\"", {});
  project.Wrong("k", std::string(9000, 'x'), {});
  const Heard heard = Hear(project);
  EXPECT_FALSE(heard.failed);
  EXPECT_TRUE(heard.values.empty());
  EXPECT_EQ(heard.gaps.size(), 1u);
}

}  // namespace
}  // namespace sbx::sources
