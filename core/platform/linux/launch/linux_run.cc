// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/linux_run.hpp"

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "core/platform/linux/launch/enforcement.hpp"
#include "core/platform/linux/launch/failure.hpp"

namespace sbx::launch {
namespace {

constexpr std::size_t kChunks = 16;  // of one stream, per Dispatch
constexpr int kEndPatience = 10000;  // milliseconds that a destructor waits for a tree

void SendCommand(int socket_fd, CommandKind kind, int number) {
  const Command command = {kind, number};
  while (send(socket_fd, &command, sizeof command, MSG_NOSIGNAL | MSG_DONTWAIT) < 0 &&
         errno == EINTR) {
  }
}

}  // namespace

std::optional<Event> ReceiveEvent(int socket_fd, UniqueFd* fd, bool* ended) {
  Event event{};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int))];
  iovec vector = {&event, sizeof event};
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got = 0;
  do {
    got = recvmsg(socket_fd, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  if (got < 0 && errno == EAGAIN)
    return std::nullopt;
  if (got != static_cast<ssize_t>(sizeof event)) {
    *ended = true;
    return std::nullopt;
  }
  const cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (header != nullptr && header->cmsg_level == SOL_SOCKET && header->cmsg_type == SCM_RIGHTS) {
    int received = -1;
    std::memcpy(&received, CMSG_DATA(header), sizeof received);
    fd->reset(received);
  }
  return event;
}

LinuxRun::LinuxRun(LinuxSpawner& spawner, RunRequest request, RunEvents events)
    : spawner_(spawner), request_(std::move(request)), events_(std::move(events)) {
}

LinuxRun::~LinuxRun() {
  if (finished_ || reaper_ == nullptr)
    return;
  events_ = {};
  Kill();
  const auto until = std::chrono::steady_clock::now() + std::chrono::milliseconds(kEndPatience);
  while (!finished_) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        until - std::chrono::steady_clock::now());
    if (left.count() <= 0)
      return;  // the reaper goes on by itself
    watched_.Wait(-1, left);
    Dispatch();
  }
}

bool LinuxRun::wrapped() const {
  return plan() != nullptr && plan()->kind == SBX_PLAN_WRAP;
}

const sbx_plan* LinuxRun::plan() const {
  return request_.plan == nullptr ? nullptr : &request_.plan->get();
}

void LinuxRun::Say(const std::string& sentence) const {
  if (events_.notice)
    events_.notice(sentence);
}

void LinuxRun::TellDenials() {
  if (denials_ == nullptr || !events_.denial)
    return;
  for (const Denial& denial : denials_->TakeNew())
    events_.denial(denial);
}

void LinuxRun::Dispatch() {
  if (finished_)
    return;
  const std::uint32_t ready = watched_.Ready();
  // In the order of Source: output comes before what ends the run.
  for (std::uint32_t i = 0; i <= static_cast<std::uint32_t>(Source::kControl) && !finished_; ++i) {
    if ((ready & (1u << i)) == 0)
      continue;
    switch (static_cast<Source>(i)) {
      case Source::kOut:
        ReadOutput(out_);
        break;
      case Source::kErr:
        ReadOutput(err_);
        break;
      case Source::kWrapper:
        ReadOutput(wrapper_);
        break;
      case Source::kDeadline:
        watched_.Remove(deadline_.get());
        deadline_.reset();
        timed_out_ = true;
        SendCommand(control_.get(), CommandKind::kKill, 0);
        break;
      case Source::kStatus:
        ReadStatus();
        break;
      case Source::kListener:
        if (listener_ != nullptr)
          listener_->Dispatch();
        if (listener_ != nullptr && listener_->done()) {
          watched_.Remove(listener_->poll_fd());
          listener_.reset();
        }
        break;
      case Source::kControl:
        ReadControl();
        break;
    }
  }
  if (!finished_)
    TellDenials();
}

void LinuxRun::ReadOutput(Capture& capture) {
  capture.Read(kChunks);
  if (!capture.ended())
    return;
  watched_.Remove(capture.fd());
  capture.Close();
}

const Outcome& LinuxRun::Wait() {
  while (!finished_) {
    watched_.Wait(-1, std::nullopt);
    Dispatch();
  }
  return outcome_;
}

void LinuxRun::Kill() {
  if (!finished_)
    SendCommand(control_.get(), CommandKind::kKill, 0);
}

void LinuxRun::Signal(int number) {
  if (finished_)
    return;
  // A wrapper would not pass it on: its inner end is asked instead.
  const int socket_fd = wrapped() ? status_.get() : control_.get();
  if (socket_fd >= 0)
    SendCommand(socket_fd, CommandKind::kSignal, number);
}

void LinuxRun::ReadControl() {
  bool ended = false;
  while (!finished_) {
    UniqueFd fd;
    const std::optional<Event> event = ReceiveEvent(control_.get(), &fd, &ended);
    if (!event)
      break;
    OnControl(*event, std::move(fd));
  }
  if (ended && !finished_)
    OnReaperGone();
}

void LinuxRun::ReadStatus() {
  bool ended = false;
  while (status_.valid()) {
    UniqueFd fd;
    const std::optional<Event> event = ReceiveEvent(status_.get(), &fd, &ended);
    if (!event)
      break;
    OnStatus(*event, std::move(fd));
  }
  if (!ended)
    return;
  watched_.Remove(status_.get());
  status_.reset();
}

void LinuxRun::OnControl(const Event& event, UniqueFd fd) {
  switch (event.kind) {
    case EventKind::kHello:
      reaper_pid_ = event.pid;
      break;
    case EventKind::kStarted:
      break;
    case EventKind::kNotice:
      OnNotice(event.trouble, steps_);
      break;
    case EventKind::kFailed:
      OnFailed(event.trouble);
      break;
    case EventKind::kListener:
      reaper_pid_ = event.pid;
      OnListener(std::move(fd));
      break;
    case EventKind::kExited:
      OnExited(event);
      break;
  }
}

void LinuxRun::OnStatus(const Event& event, UniqueFd fd) {
  switch (event.kind) {
    case EventKind::kHello:
      break;
    case EventKind::kStarted:
      executed_ = true;
      break;
    case EventKind::kNotice:
      OnNotice(event.trouble, inner_steps_);
      break;
    case EventKind::kFailed:
      inner_failure_ = event.trouble;
      break;
    case EventKind::kListener:
      OnListener(std::move(fd));
      break;
    case EventKind::kExited:
      inner_status_ = event.status;
      break;
  }
}

void LinuxRun::OnNotice(const Trouble& trouble, const StepKinds& steps) {
  const std::uint32_t kind = trouble.index < steps.size() ? steps[trouble.index] : 0;
  const std::string sentence = NoticeOf(trouble, steps);
  if (kind == SBX_STEP_LISTENER) {
    Lose(&enforcement_, HeldByListener(plan()->listen), sentence,
         "start sbx outside of what watches system calls here");
    Weaken(&enforcement_, plan()->listen);
  } else if (kind == SBX_STEP_KEYRING && KeyringIsOurs(*plan())) {
    Lose(&enforcement_, SBX_IPC_KEYRING, sentence, "use a runner that refuses keyctl");
  }
  Say(sentence);
}

// What the reaper has made for this run alone: as good as a writable zone.
std::vector<UniqueFd> LinuxRun::OpenTemps() const {
  std::vector<UniqueFd> opened;
  for (std::size_t i = 0; i < plan()->hold_count; ++i) {
    const sbx_hold& hold = plan()->holds[i];
    if (hold.kind != SBX_HOLD_TEMP)
      continue;
    UniqueFd fd(openat(plan()->fds[hold.fd], std::string(View(hold.name)).c_str(),
                       O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
    if (fd.valid())
      opened.push_back(std::move(fd));
  }
  return opened;
}

void LinuxRun::OnListener(UniqueFd fd) {
  if (!fd.valid() || plan() == nullptr)
    return;
  if (reaper_pid_ == 0)
    ReadControl();  // a wrapper's inner end may be heard first
  if (finished_)
    return;
  // Shared, because a std::function has to be copyable.
  auto own = std::make_shared<std::vector<UniqueFd>>(OpenTemps());
  auto notify = std::make_shared<UniqueFd>(std::move(fd));
  denials_ = std::make_shared<DenialLog>();
  const auto make = [policy = request_.policy, features = plan()->listen, pid = reaper_pid_,
                     started = begun_realtime_, own, notify, denials = denials_] {
    const auto refused = [denials](const Refusal& call) {
      denials->Add(
          {Evidence::kProven, call.operation, call.path, call.rule, call.os_error, call.pid});
    };
    return Listener::Make(std::move(*notify), policy, features, pid, started, refused,
                          std::move(*own));
  };
  if (ListenerThreads* threads = spawner_.listeners()) {
    threads->Add(request_.launch.identity, [make] {
      Result<std::unique_ptr<Listener>> made = make();
      return made ? std::move(*made) : nullptr;
    });
    return;
  }
  Result<std::unique_ptr<Listener>> made = make();
  if (!made) {
    Say(made.error().Sentence());
    return;
  }
  listener_ = std::move(*made);
  const Result<void> watched = Watch(listener_->poll_fd(), Source::kListener);
  if (!watched) {
    listener_.reset();
    Say(watched.error().Sentence());
  }
}

// What its target was doing is not known then; the kernel ends it with the
// reaper, what it had started may go on.
void LinuxRun::OnReaperGone() {
  outcome_.end = Outcome::End::kKilled;
  outcome_.code = 137;
  outcome_.error = {SBX_E_OS, 0, "watch the command", {}, "the process that watched it was killed"};
  Say(outcome_.error.Sentence());
  Finish();
}

}  // namespace sbx::launch
