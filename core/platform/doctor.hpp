// SPDX-License-Identifier: MIT
//
// What the doctor needs of the operating system: running an attack unconfined,
// a companion process to be attacked, and a picture of files that shows every
// change. Each platform folder implements it.
#ifndef SBX_CORE_PLATFORM_DOCTOR_HPP_
#define SBX_CORE_PLATFORM_DOCTOR_HPP_

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sbx/plugin/result.hpp"

namespace sbx {

// How an unconfined program ended and what it printed (both streams).
struct PlainEnd {
  int code = 0;  // 128+N for a signal; 124 when it was ended because it took too long
  std::string text;
};

// Runs `argv` (argv[0] absolute) in `cwd` with the caller's rights; ended after
// 30 seconds. Its standard input is empty, or the caller's own.
Result<PlainEnd> RunPlain(const std::vector<std::string>& argv, const std::string& cwd,
                          bool own_input = false);

// A process that says one line, and ends by itself when its standard input
// does, even if this process is killed.
class Companion {
 public:
  static Result<std::unique_ptr<Companion>> Start(const std::vector<std::string>& argv);
  virtual ~Companion() = default;  // ends it and waits

  [[nodiscard]] virtual const std::string& line() const = 0;
};

// Descriptors that children inherit, as a careless caller leaves them.
class Leak {
 public:
  static Result<std::unique_ptr<Leak>> Open(const std::string& file, const std::string& directory);
  virtual ~Leak() = default;
};

// While it lives, this process's standard input is `file`, opened for reading.
// Not for two threads at once.
class Input {
 public:
  static Result<std::unique_ptr<Input>> Open(const std::string& file);
  virtual ~Input() = default;  // puts the old one back
};

struct FileId {
  std::uint64_t dev = 0;
  std::uint64_t ino = 0;
};
Result<FileId> IdOf(const std::string& path);

// Names, kinds, modes, owners, times of change and bytes of everything at and
// below `paths`. Equal texts: nothing was changed in between.
std::string Fingerprint(const std::vector<std::string>& paths);

Result<std::string> MakePrivateFolder(const std::string& parent, const std::string& prefix);

Result<void> MakeFifo(const std::string& path);

// The program at `from` as a file that runs as the user 65534. Needs privilege.
Result<void> MakeSetuidCopy(const std::string& from, const std::string& to);

std::uint32_t CallerUid();
std::uint64_t TasksOfUser(std::uint32_t uid);  // how many the process limit counts
std::string AnyBlockDevice();                  // empty: none; a loop device if there is one

}  // namespace sbx

#endif  // SBX_CORE_PLATFORM_DOCTOR_HPP_
