// SPDX-License-Identifier: MIT
//
// Who could have put a file there? Runs below the build tree, whose own chain
// must be trusted for that.
#include "core/platform/trusted_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace sbx {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class TrustedFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    const char* base = std::getenv("SBX_TEST_FOLDER");
    ASSERT_NE(base, nullptr);
    // A user other than the builder works in a folder of its own.
    std::string where = access(base, W_OK) == 0 ? base : std::getenv("HOME");
    where += "/trusted-XXXXXX";
    ASSERT_NE(mkdtemp(where.data()), nullptr) << where;
    root_ = where;
    chmod(root_.c_str(), 0755);
    Directory("plugins");
    File("plugins/x.so");
  }
  void TearDown() override { std::filesystem::remove_all(root_); }

  [[nodiscard]] std::string At(const std::string& name) const { return root_ + '/' + name; }
  void Directory(const std::string& name) const {
    ASSERT_EQ(mkdir(At(name).c_str(), 0755), 0);
    ASSERT_EQ(chmod(At(name).c_str(), 0755), 0);
  }
  void File(const std::string& name, const std::string& text = "text") const {
    std::ofstream(At(name)) << text;
    ASSERT_EQ(chmod(At(name).c_str(), 0644), 0);
  }
  [[nodiscard]] std::string WhyNotFolder(const std::string& path,
                                         const std::vector<std::string>& forbidden = {}) const {
    const auto folder = OpenTrustedFolder(path, forbidden);
    return folder ? "" : folder.error().Sentence();
  }
  [[nodiscard]] std::string WhyNotFile(const std::string& name) const {
    const auto folder = OpenTrustedFolder(At("plugins"), {});
    if (!folder)
      return folder.error().Sentence();
    const auto file = OpenTrustedFile(*folder, name);
    return file ? "" : file.error().Sentence();
  }

  std::string root_;
};

TEST_F(TrustedFiles, AreRead) {
  const auto folder = OpenTrustedFolder(At("plugins"), {});
  ASSERT_TRUE(folder) << folder.error().Sentence();
  const auto file = OpenTrustedFile(*folder, "x.so");
  ASSERT_TRUE(file) << file.error().Sentence();
  EXPECT_EQ(*ReadTrustedFile(*file, 4), "text");
  EXPECT_THAT(ReadTrustedFile(*file, 3).error().Sentence(), HasSubstr("larger than 3 bytes"));
  EXPECT_EQ(*IdentityOf(At("plugins/x.so")), file->id);
  EXPECT_NE(fcntl(file->fd.get(), F_GETFD) & FD_CLOEXEC, 0);
  File("plugins/b.json");
  File("plugins/a.json");
  EXPECT_THAT(*NamesIn(*folder, ".json"), ElementsAre("a.json", "b.json"));
}

TEST_F(TrustedFiles, NotInAFolderThatOthersWrite) {
  for (const mode_t mode : {0775, 0757, 01777}) {
    ASSERT_EQ(chmod(At("plugins").c_str(), mode), 0);
    EXPECT_THAT(WhyNotFolder(At("plugins")), HasSubstr("can be written by others")) << mode;
  }
}

TEST_F(TrustedFiles, NotBelowAFolderThatOthersWrite) {
  ASSERT_EQ(chmod(root_.c_str(), 01777), 0);
  EXPECT_THAT(WhyNotFolder(At("plugins")), HasSubstr(root_ + " can be written by others"));
}

TEST_F(TrustedFiles, NotThroughALinkInAFolderThatOthersWrite) {
  Directory("open");
  ASSERT_EQ(symlink(At("plugins").c_str(), At("open/link").c_str()), 0);
  EXPECT_EQ(WhyNotFolder(At("open/link")), "");
  ASSERT_EQ(chmod(At("open").c_str(), 01777), 0);
  EXPECT_THAT(WhyNotFolder(At("open/link")),
              AllOf(HasSubstr("can be written by others"), HasSubstr("use another folder"),
                    Not(HasSubstr("chmod"))));
}

TEST_F(TrustedFiles, LinksAreFollowedAndJudged) {
  ASSERT_EQ(symlink("plugins", At("relative").c_str()), 0);
  ASSERT_EQ(symlink("loop", At("loop").c_str()), 0);
  EXPECT_EQ(WhyNotFolder(At("relative")), "");
  EXPECT_EQ(WhyNotFolder(At("relative/../plugins/.")), "");
  EXPECT_THAT(WhyNotFolder(At("loop")), HasSubstr("Too many levels of symbolic links"));
  ASSERT_EQ(chmod(At("plugins").c_str(), 0777), 0);
  EXPECT_THAT(WhyNotFolder(At("relative")), HasSubstr("can be written by others"));
}

TEST_F(TrustedFiles, NotInTheWorkspaceByAnyName) {
  Directory("place");
  Directory("place/plugins");
  ASSERT_EQ(symlink("place/plugins", At("link").c_str()), 0);
  EXPECT_EQ(WhyNotFolder(At("place/plugins"), {At("absent")}), "");
  for (const char* name : {"place", "place/plugins", "link", "plugins/../place/plugins"}) {
    EXPECT_THAT(WhyNotFolder(At(name), {At("place")}), HasSubstr("which the command may change"))
        << name;
  }
  EXPECT_EQ(WhyNotFolder(At("plugins"), {At("place")}), "");
  // Passed and left again, by no name in it; and by one.
  EXPECT_EQ(WhyNotFolder(At("place/../plugins"), {At("place")}), "");
  EXPECT_THAT(WhyNotFolder(At("place/plugins/../../plugins"), {At("place")}),
              HasSubstr("which the command may change"));
}

TEST_F(TrustedFiles, PathsAreAbsolute) {
  for (const char* path : {"", ".", "plugins", "./plugins", "../x"}) {
    EXPECT_THAT(WhyNotFolder(path), HasSubstr("must be absolute")) << path;
  }
  EXPECT_EQ(OpenTrustedFolder(At("absent"), {}).error().os_error, ENOENT);
  EXPECT_THAT(WhyNotFolder(At("plugins/x.so")), HasSubstr("Not a directory"));
}

TEST_F(TrustedFiles, AreRegularAndClosedToOthers) {
  ASSERT_EQ(symlink("x.so", At("plugins/link.so").c_str()), 0);
  ASSERT_EQ(mkfifo(At("plugins/fifo.so").c_str(), 0644), 0);
  Directory("plugins/directory.so");
  File("plugins/open.so");
  ASSERT_EQ(chmod(At("plugins/open.so").c_str(), 0664), 0);
  EXPECT_THAT(WhyNotFile("link.so"), HasSubstr("it is a symbolic link"));
  EXPECT_THAT(WhyNotFile("fifo.so"), HasSubstr("it is not a regular file"));
  EXPECT_THAT(WhyNotFile("directory.so"), HasSubstr("it is not a regular file"));
  EXPECT_THAT(WhyNotFile("open.so"), HasSubstr("can be written by others"));
  for (const char* name : {"", ".", "..", "../plugins/x.so", "a/b"}) {
    EXPECT_THAT(WhyNotFile(name), HasSubstr("not one component")) << name;
  }
}

TEST_F(TrustedFiles, AreOfRootOrTheUser) {
  if (geteuid() == 0) {
    ASSERT_EQ(chown(At("plugins/x.so").c_str(), 12345, 12345), 0);
    EXPECT_THAT(WhyNotFile("x.so"), HasSubstr("is owned by uid 12345"));
    ASSERT_EQ(chown(At("plugins").c_str(), 12345, 12345), 0);
    EXPECT_THAT(WhyNotFolder(At("plugins")), HasSubstr("is owned by uid 12345"));
  } else {
    EXPECT_EQ(WhyNotFolder("/usr/lib"), "") << "root's folders serve every user";
  }
}

}  // namespace
}  // namespace sbx
