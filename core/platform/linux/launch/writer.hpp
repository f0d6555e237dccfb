// SPDX-License-Identifier: MIT
//
// ProgramWriter: puts a Program together, piece by piece. Descriptors are
// borrowed: the numbers must stay open until the reaper has been cloned or the
// bytes and descriptors have been sent.
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_WRITER_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_WRITER_HPP_

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/platform/linux/launch/program.h"

namespace sbx::launch {

class ProgramWriter {
 public:
  ProgramWriter() {
    blob_.reserve(kUsualSize);
    blob_.resize(sizeof(Program));
  }

  // Returns the index of the descriptor.
  int AddFd(int fd);

  void AddStep(std::uint32_t kind, int fd = -1, std::string_view data = {}, std::uint64_t arg0 = 0,
               std::uint64_t arg1 = 0, std::uint64_t arg2 = 0, std::uint32_t flags = 0);
  void AddHold(const ProgramHold& hold, std::string_view name);  // hold.name is set here

  void SetCommand(const std::vector<std::string>& candidates, const std::vector<std::string>& argv,
                  const std::vector<std::string>& env);

  // The fields that are plain numbers: flags, control, tty …
  [[nodiscard]] Program& header() { return header_; }

  [[nodiscard]] const std::vector<std::int32_t>& fds() const { return fds_; }
  [[nodiscard]] const std::vector<ProgramStep>& steps() const { return steps_; }
  [[nodiscard]] std::size_t hold_count() const { return holds_.size(); }

  // The block, a multiple of eight bytes long.
  [[nodiscard]] std::string Finish();

 private:
  // Filters and environment of most runs; a page that is not written costs nothing.
  static constexpr std::size_t kUsualSize = 32768;

  std::uint64_t Append(std::string_view bytes, bool terminate);
  std::uint64_t AppendList(const std::vector<std::uint64_t>& offsets);
  std::vector<std::uint64_t> AppendAll(const std::vector<std::string>& words);

  Program header_{};
  std::vector<std::int32_t> fds_;
  std::vector<ProgramStep> steps_;
  std::vector<ProgramHold> holds_;
  std::string blob_;
};

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_WRITER_HPP_
