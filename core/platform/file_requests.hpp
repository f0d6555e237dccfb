// SPDX-License-Identifier: MIT
//
// FileRequests: the socket on which a confined process (Launch::requests_fd) is asked
// to open and change files. Nothing here knows a policy: what comes back is what the
// kernel said to that process.
#ifndef SBX_CORE_PLATFORM_FILE_REQUESTS_HPP_
#define SBX_CORE_PLATFORM_FILE_REQUESTS_HPP_

#include <chrono>
#include <cstdint>
#include <string>

#include "sbx/plugin/result.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {

// How a file is opened; not every combination makes sense to the system.
struct OpenMode {
  bool read = true;
  bool write = false;
  bool create = false;
  bool exclusive = false;  // with `create`: fails where the name is taken
  bool truncate = false;
  bool append = false;
  bool directory = false;     // fails on anything else
  bool no_follow = false;     // fails where the last name is a link
  std::uint32_t mode = 0644;  // of a file that is created, as it is: no umask
};

enum class Replace : std::uint8_t { kYes, kNo, kExchange };

struct FileReply {
  int error = 0;           // errno of the call, or 0
  UniqueFd fd;             // of Open
  bool lost = false;       // no answer came: whether it was done is not known
  bool not_asked = false;  // the process was gone before: it was not done
};

class FileRequests {
 public:
  static Result<FileRequests> Make();

  // For Launch::requests_fd; then to be given up, so that the end of the process is seen.
  [[nodiscard]] int their_end() const { return theirs_.get(); }
  void GiveUpTheirEnd() { theirs_.reset(); }

  // Each waits for its answer for as long as SetPatience says, and is [serial]. Paths
  // are those of the confined process: what is relative starts from its launch's folder.
  void SetPatience(std::chrono::milliseconds patience);
  void Cancel();  // whoever waits gets no answer, now and later. [any]
  FileReply Hello();
  FileReply Open(const std::string& path, const OpenMode& how);
  FileReply MakeDirectory(const std::string& path, std::uint32_t mode);
  FileReply Rename(const std::string& from, const std::string& to, Replace replace);
  FileReply Remove(const std::string& path, bool directory);

 private:
  FileReply Ask(std::uint32_t call, std::uint32_t flags, std::uint32_t mode,
                const std::string* first, const std::string* second);

  void Follow();

  UniqueFd ours_, theirs_;
  int pid_ = 0;         // of the confined process; 0: unknown
  int processor_ = -1;  // where it was last told to be
};

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_FILE_REQUESTS_HPP_
