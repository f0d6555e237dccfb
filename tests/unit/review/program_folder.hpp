// SPDX-License-Identifier: MIT
//
// A folder of plugins that are scripts, trusted as one of a user's would be: it lies
// below the build tree, or the home of whoever runs the test.
#ifndef SBX_TESTS_UNIT_REVIEW_PROGRAM_FOLDER_HPP_
#define SBX_TESTS_UNIT_REVIEW_PROGRAM_FOLDER_HPP_

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "core/plugin/registry.hpp"

namespace sbx {

class ProgramFolder {
 public:
  ProgramFolder() {
    const char* base = std::getenv("SBX_TEST_FOLDER");
    std::string where = base != nullptr && access(base, W_OK) == 0 ? base : std::getenv("HOME");
    where += "/programs-XXXXXX";
    if (mkdtemp(where.data()) == nullptr)
      ADD_FAILURE() << where;
    path_ = where;
  }
  ProgramFolder(const ProgramFolder&) = delete;
  ProgramFolder& operator=(const ProgramFolder&) = delete;
  ~ProgramFolder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] const std::string& path() const { return path_; }

  // Makes the plugin `id` of a shell script, and loads it.
  Result<LoadedPlugin> Add(const std::string& id, const std::string& interface_id,
                           const std::string& script, const std::string& more = {}) const {
    std::ofstream(path_ + '/' + id) << "#!/bin/sh\n" << script << '\n';
    chmod((path_ + '/' + id).c_str(), 0755);
    const std::string manifest = path_ + '/' + id + ".sbxplugin.json";
    std::ofstream(manifest) << R"({"id": ")" << id << R"(", "program": ")" << id
                            << R"(", "interfaces": [")" << interface_id
                            << R"("], "abi": {"major": 0, "minor": 1})" << more << "}";
    chmod(manifest.c_str(), 0644);
    return Registry({path_}, {}).Load(id, interface_id);
  }

 private:
  std::string path_;
};

}  // namespace sbx

#endif  // SBX_TESTS_UNIT_REVIEW_PROGRAM_FOLDER_HPP_
