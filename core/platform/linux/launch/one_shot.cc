// SPDX-License-Identifier: MIT
//
// Reapers as clones of the calling process: they share its memory, so nothing
// is copied, and outlive it.
#include <linux/sched.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>

#include "core/platform/linux/launch/interpret.h"
#include "core/platform/linux/launch/placement.h"
#include "core/platform/linux/launch/reaper.h"
#include "core/platform/linux/launch/spawner.hpp"

namespace sbx {
namespace launch {
namespace {

class Clone final : public ReaperHandle {
 public:
  explicit Clone(RunMemory* memory) : memory_(memory) {}
  Clone(const Clone&) = delete;
  Clone& operator=(const Clone&) = delete;
  ~Clone() override {
    if (!ended_)
      return;  // it runs in this memory
    // A clone without an exit signal is nobody else's to wait for.
    // Its memory goes with this process, which is about to end.
    while (waitpid(memory_->pid, nullptr, __WALL) < 0 && errno == EINTR) {
    }
  }

  void SetEnded() override {
    ended_ = true;
    MoveFreely(ProgramOf(memory_)->placement, 0);  // another runner may get its turn
  }
  [[nodiscard]] int pid() const override { return memory_->pid; }

 private:
  RunMemory* memory_;
  bool ended_ = false;
};

class OneShotSpawner final : public LinuxSpawner {
 public:
  Result<std::unique_ptr<ReaperHandle>> Spawn(const Prepared& prepared) override {
    RunMemory* memory = MapRun(prepared.program.size());
    if (memory == nullptr)
      return FailOs(ENOMEM, "get memory for a launch");
    std::memcpy(ProgramOf(memory), prepared.program.data(), prepared.program.size());
    int result = Relocate(ProgramOf(memory), prepared.program.size());
    if (result == 0) {
      ProgramOf(memory)->flags |= kSupervisorStays;
      ProgramOf(memory)->ignored = IgnoredSignals();
      StayAt(ProgramOf(memory)->placement);
      result = CloneReaper(memory, 0);
    }
    if (result < 0) {
      MoveFreely(ProgramOf(memory)->placement, 0);
      UnmapRun(memory);
      return FailOs(-result, "start a process");
    }
    return std::unique_ptr<ReaperHandle>(new Clone(memory));
  }

  ListenerThreads* listeners() override { return nullptr; }
  [[nodiscard]] bool one_shot() const override { return true; }
};

}  // namespace
}  // namespace launch

std::unique_ptr<Spawner> MakeOneShotSpawner() {
  return std::make_unique<launch::OneShotSpawner>();
}

}  // namespace sbx
