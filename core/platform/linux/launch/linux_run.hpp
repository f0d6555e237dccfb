// SPDX-License-Identifier: MIT
//
// LinuxRun: the supervisor's end of a run. Watches the control socket, the captured
// streams, the deadline, and what a wrapper and a listener add; everything happens
// inside Dispatch().
#ifndef SBX_CORE_PLATFORM_LINUX_LAUNCH_LINUX_RUN_HPP_
#define SBX_CORE_PLATFORM_LINUX_LAUNCH_LINUX_RUN_HPP_

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/denial/denial_log.hpp"
#include "core/platform/linux/launch/capture.hpp"
#include "core/platform/linux/launch/compose.hpp"
#include "core/platform/linux/launch/spawner.hpp"
#include "core/platform/linux/launch/watch_set.hpp"
#include "core/platform/linux/listener/listener.hpp"
#include "core/platform/run.hpp"

namespace sbx::launch {

class LinuxRun final : public Run {
 public:
  LinuxRun(LinuxSpawner& spawner, RunRequest request, RunEvents events);
  LinuxRun(const LinuxRun&) = delete;
  LinuxRun& operator=(const LinuxRun&) = delete;
  ~LinuxRun() override;

  Result<void> Begin(const std::string& helper_path);

  [[nodiscard]] int poll_fd() const override { return watched_.fd(); }
  void Dispatch() override;
  void Await(int other_fd, std::optional<std::chrono::milliseconds> patience) const override {
    watched_.Wait(other_fd, patience);
  }
  const Outcome& Wait() override;
  void Kill() override;
  void Signal(int number) override;
  [[nodiscard]] bool finished() const override { return finished_; }
  [[nodiscard]] const Outcome& outcome() const override { return outcome_; }
  [[nodiscard]] const std::vector<Enforcement>& enforcement() const override {
    return enforcement_;
  }

 private:
  enum class Source : std::uint32_t {
    kOut,
    kErr,
    kWrapper,
    kDeadline,
    kStatus,
    kListener,
    kControl
  };

  [[nodiscard]] bool wrapped() const;
  [[nodiscard]] const sbx_plan* plan() const;

  // linux_run_begin.cc
  Result<void> OpenStreams(Ingredients* from, std::vector<UniqueFd>* theirs);
  Result<void> OpenChannels(Ingredients* from, std::vector<UniqueFd>* theirs,
                            const std::string& helper_path);
  Result<void> Watch(int fd, Source source);
  void ReadOutput(Capture& capture);
  Result<void> SetDeadline();

  // linux_run.cc
  void ReadControl();
  void ReadStatus();
  void OnControl(const Event& event, UniqueFd fd);
  void OnStatus(const Event& event, UniqueFd fd);
  void OnNotice(const Trouble& trouble, const StepKinds& steps);
  void OnListener(UniqueFd fd);
  [[nodiscard]] std::vector<UniqueFd> OpenTemps() const;
  void OnReaperGone();
  void Say(const std::string& sentence) const;
  void TellDenials();

  // linux_run_end.cc
  void OnFailed(const Trouble& trouble);
  void OnExited(const Event& event);
  void WrapperFailed(int wait_status);
  void Finish();

  LinuxSpawner& spawner_;
  RunRequest request_;
  RunEvents events_;

  WatchSet watched_;
  UniqueFd control_, status_, deadline_;
  Capture out_, err_, wrapper_;
  std::unique_ptr<ReaperHandle> reaper_;
  std::unique_ptr<Listener> listener_;
  std::shared_ptr<DenialLog> denials_;  // with the listener, which another thread may have
  StepKinds steps_, inner_steps_;

  std::chrono::nanoseconds begun_{};  // by CLOCK_MONOTONIC
  std::int64_t begun_realtime_ = 0;
  int reaper_pid_ = 0;
  bool executed_ = false;  // the target of a wrapper
  bool timed_out_ = false;
  std::optional<Trouble> inner_failure_;
  std::optional<int> inner_status_;

  bool finished_ = false;
  Outcome outcome_;
  std::vector<Enforcement> enforcement_;
};

// One packet of a control or status socket. Nullopt when there is none now;
// `ended` is set when there will never be one again.
[[nodiscard]] std::optional<Event> ReceiveEvent(int socket_fd, UniqueFd* fd, bool* ended);

}  // namespace sbx::launch

#endif  // SBX_CORE_PLATFORM_LINUX_LAUNCH_LINUX_RUN_HPP_
