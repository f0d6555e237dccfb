// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/writer.hpp"

#include <algorithm>
#include <cstring>

#include "sbx/abi/draft/plan.h"

namespace sbx::launch {
namespace {

template <typename T>
std::string_view BytesOf(const std::vector<T>& items) {
  return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T)};
}

}  // namespace

int ProgramWriter::AddFd(int fd) {
  fds_.push_back(fd);
  return static_cast<int>(fds_.size()) - 1;
}

std::uint64_t ProgramWriter::Append(std::string_view bytes, bool terminate) {
  const std::uint64_t at = blob_.size();
  blob_.append(bytes);
  if (terminate)
    blob_.push_back('\0');
  blob_.resize((blob_.size() + 7) & ~std::size_t{7});
  return at;
}

std::uint64_t ProgramWriter::AppendList(const std::vector<std::uint64_t>& offsets) {
  return Append(BytesOf(offsets), false);
}

std::vector<std::uint64_t> ProgramWriter::AppendAll(const std::vector<std::string>& words) {
  std::vector<std::uint64_t> offsets;
  offsets.reserve(words.size() + 2);
  for (const std::string& word : words)
    offsets.push_back(Append(word, true));
  return offsets;
}

void ProgramWriter::AddStep(std::uint32_t kind, int fd, std::string_view data, std::uint64_t arg0,
                            std::uint64_t arg1, std::uint64_t arg2, std::uint32_t flags) {
  ProgramStep step{};
  step.kind = kind;
  step.flags = flags;
  step.fd = fd;
  step.data_size = static_cast<std::uint32_t>(data.size());
  step.data = Append(data, false);
  step.arg[0] = arg0;
  step.arg[1] = arg1;
  step.arg[2] = arg2;
  steps_.push_back(step);
}

void ProgramWriter::AddHold(const ProgramHold& hold, std::string_view name) {
  holds_.push_back(hold);
  holds_.back().name = Append(name, true);
  holds_.back().open_fd = -1;
}

void ProgramWriter::SetCommand(const std::vector<std::string>& candidates,
                               const std::vector<std::string>& argv,
                               const std::vector<std::string>& env) {
  header_.candidate_count = static_cast<std::uint32_t>(candidates.size());
  std::vector<std::uint64_t> list = AppendAll(candidates);
  header_.candidates = AppendList(list);
  list = AppendAll(argv);
  list.push_back(0);
  header_.argv = AppendList(list);
  // sh FILE ARGUMENTS…: the interpreter puts the file in.
  std::vector<std::uint64_t> shell = {Append("sh", true), list.front()};
  if (list.size() > 1)
    shell.insert(shell.end(), list.begin() + 1, list.end());
  header_.shell_argv = AppendList(shell);
  list = AppendAll(env);
  list.push_back(0);
  header_.env = AppendList(list);
}

std::string ProgramWriter::Finish() {
  header_.magic = kProgramMagic;
  header_.ignored = ~std::uint64_t{0};
  header_.fd_count = static_cast<std::uint32_t>(fds_.size());
  header_.step_count = static_cast<std::uint32_t>(steps_.size());
  header_.hold_count = static_cast<std::uint32_t>(holds_.size());
  header_.fds = Append(BytesOf(fds_), false);
  header_.keep =
      Append(std::string((fds_.size() + 2 * holds_.size() + 4) * sizeof(int32_t), '\0'), false);
  header_.steps = Append(BytesOf(steps_), false);
  header_.holds = Append(BytesOf(holds_), false);
  std::int32_t floor = 3;
  for (const ProgramStep& step : steps_) {
    if (step.kind != SBX_STEP_DUP)
      continue;
    floor = std::max(floor, static_cast<std::int32_t>(step.arg[0]) + 1);
  }
  header_.fd_floor = floor;
  header_.size = static_cast<std::uint32_t>(blob_.size());
  std::memcpy(blob_.data(), &header_, sizeof header_);
  return std::move(blob_);
}

}  // namespace sbx::launch
