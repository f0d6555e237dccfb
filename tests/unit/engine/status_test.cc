// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>

#include "tests/unit/policy/lab.hpp"

namespace sbx {
namespace {

using ::testing::HasSubstr;

class Status : public Lab {
 protected:
  [[nodiscard]] std::string Said(const std::string& options) const {
    const std::string command = "HOME=" + home_ + " " + SBX_TEST_PROGRAM +
                                " status --tmp none --cwd " + ws_ + " --workspace " + ws_ + " " +
                                options + " 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    std::string out;
    char text[4096];
    for (std::size_t got = 0; (got = std::fread(text, 1, sizeof text, pipe)) > 0;)
      out.append(text, got);
    pclose(pipe);
    return out;
  }
};

TEST_F(Status, Y34_ListsProtectGroupsWithWhatHoldsThem) {
  MakeDir(ws_ + "/.git/hooks");
  MakeDir(ws_ + "/.git/objects");
  MakeDir(ws_ + "/.git/refs");
  MakeFile(ws_ + "/.git/HEAD");
  const std::string mode = Said("--mode danger-full-access --json");
  EXPECT_THAT(mode, HasSubstr(R"("protect":[])"));
  const char* expected = std::getenv("SBX_EXPECT");  // NOLINT(concurrency-mt-unsafe)
  const std::string promised = expected == nullptr ? "" : expected;
  if (promised.find("landlock=") == std::string::npos)
    GTEST_SKIP() << "no runner was promised by SBX_EXPECT";
  const std::string json = Said("--runner landlock --json");
  EXPECT_THAT(json, HasSubstr(R"({"group":"own-config","requirement":"best-effort")"));
  EXPECT_THAT(json,
              HasSubstr(R"({"group":"git-hooks","requirement":"best-effort","source":"default")"));
  EXPECT_THAT(Said("--runner landlock"), HasSubstr("git-hooks: partial (best-effort, default)"));
  EXPECT_THAT(Said("--runner landlock --no-protect git-hooks"),
              ::testing::Not(HasSubstr("git-hooks")));
}

}  // namespace
}  // namespace sbx
