// SPDX-License-Identifier: MIT
//
// How a run begins: its channels are made, its program composed and handed to
// the spawner.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <ctime>
#include <utility>

#include "core/platform/linux/launch/clock.hpp"
#include "core/platform/linux/launch/enforcement.hpp"
#include "core/platform/linux/launch/linux_run.hpp"
#include "core/platform/linux/launch/privilege.hpp"

namespace sbx {
namespace launch {
namespace {

constexpr std::size_t kWrapperText = 8192;

Result<void> MakePair(UniqueFd* ours, std::vector<UniqueFd>* theirs) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
    return FailOs(errno, "make a socket pair");
  }
  ours->reset(ends[0]);
  theirs->emplace_back(ends[1]);
  return {};
}

Result<int> OpenNull(std::vector<UniqueFd>* theirs) {
  UniqueFd fd(open("/dev/null", O_RDWR | O_CLOEXEC));
  if (!fd.valid())
    return FailOs(errno, "open", "/dev/null");
  theirs->push_back(std::move(fd));
  return theirs->back().get();
}

// The clock that file systems stamp objects with, which lags behind the fine
// one: a socket made right after this never looks older.
std::int64_t RealTime() {
  return ReadClock(CLOCK_REALTIME_COARSE).count();
}

}  // namespace

Result<void> LinuxRun::Watch(int fd, Source source) {
  return watched_.Add(fd, static_cast<std::uint32_t>(source));
}

Result<void> LinuxRun::OpenStreams(Ingredients* from, std::vector<UniqueFd>* theirs) {
  const Stream* streams[3] = {&request_.launch.in, &request_.launch.out, &request_.launch.err};
  for (int i = 0; i < 3; ++i) {
    // Where the host's own stream is closed the number may name a descriptor of
    // ours, and those close at exec.
    const int flags = fcntl(i, F_GETFD);
    const bool open = flags >= 0 && (flags & FD_CLOEXEC) == 0;
    Stream::Kind kind = streams[i]->kind;
    if (kind == Stream::Kind::kInherit && !open)
      kind = Stream::Kind::kNull;
    if (kind == Stream::Kind::kCapture && i == 0)
      kind = Stream::Kind::kNull;
    switch (kind) {
      case Stream::Kind::kInherit: {
        struct stat info {};
        if (plan() != nullptr && fstat(i, &info) == 0 && S_ISDIR(info.st_mode)) {
          return Fail(SBX_E_REFUSED, "pass a directory to the command as one of its streams", {},
                      "it would lead out of what the policy names: redirect the stream");
        }
        from->stdio[i] = i;
        break;
      }
      case Stream::Kind::kNull: {
        Result<int> null = OpenNull(theirs);
        if (!null)
          return null.failure();
        from->stdio[i] = *null;
        break;
      }
      case Stream::Kind::kCapture: {
        Capture& capture = i == 1 ? out_ : err_;
        Capture::Sink sink;
        if (events_.output) {
          sink = [this, i](std::span<const char> bytes) {
            if (events_.output)
              events_.output(i, bytes);
          };
        }
        Result<UniqueFd> end = capture.Open(request_.launch.keep, std::move(sink));
        if (!end)
          return end.failure();
        from->stdio[i] = end->get();
        theirs->push_back(std::move(*end));
        Result<void> watched = Watch(capture.fd(), i == 1 ? Source::kOut : Source::kErr);
        if (!watched)
          return watched;
        break;
      }
    }
  }
  return {};
}

Result<void> LinuxRun::OpenChannels(Ingredients* from, std::vector<UniqueFd>* theirs,
                                    const std::string& helper_path) {
  Result<void> made = MakePair(&control_, theirs);
  if (!made)
    return made;
  from->control_fd = theirs->back().get();
  made = Watch(control_.get(), Source::kControl);
  if (!made || !wrapped())
    return made;

  made = MakePair(&status_, theirs);
  if (!made)
    return made;
  from->status_fd = theirs->back().get();
  made = Watch(status_.get(), Source::kStatus);
  if (!made)
    return made;
  Result<UniqueFd> end = wrapper_.Open(kWrapperText, {});
  if (!end)
    return end.failure();
  from->wrapper_error_fd = end->get();
  theirs->push_back(std::move(*end));
  made = Watch(wrapper_.fd(), Source::kWrapper);
  if (!made)
    return made;
  UniqueFd helper(open(helper_path.c_str(), O_PATH | O_CLOEXEC));
  if (!helper.valid()) {
    return FailOs(errno, "open the helper", helper_path,
                  "the installation is not complete: sbx-init has to be there");
  }
  from->helper_fd = helper.get();
  theirs->push_back(std::move(helper));
  return {};
}

Result<void> LinuxRun::SetDeadline() {
  if (!request_.launch.timeout)
    return {};
  deadline_.reset(timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  if (!deadline_.valid())
    return FailOs(errno, "make a timer");
  const std::int64_t ms = std::max<std::int64_t>(request_.launch.timeout->count(), 0);
  itimerspec when{};
  when.it_value.tv_sec = static_cast<time_t>(ms / 1000);
  when.it_value.tv_nsec = std::max<long>(static_cast<long>(ms % 1000) * 1000000, ms == 0 ? 1 : 0);
  if (timerfd_settime(deadline_.get(), 0, &when, nullptr) != 0)
    return FailOs(errno, "set a timer");
  return Watch(deadline_.get(), Source::kDeadline);
}

Result<void> LinuxRun::Begin(const std::string& helper_path) {
  if (!spawner_.one_shot()) {
    if (auto joined = watched_.Join(); !joined)
      return joined;
  }
  begun_ = ReadClock(CLOCK_MONOTONIC);
  begun_realtime_ = RealTime();
  if (request_.policy != nullptr) {
    enforcement_ = Foresee(*request_.policy, request_.plan.get());
    Result<void> enough = CheckRequired(*request_.policy, enforcement_);
    if (!enough)
      return enough;
  }

  Ingredients from;
  from.policy = request_.policy.get();
  from.plan = plan();
  from.launch = &request_.launch;
  from.weaken = &request_.weaken;
  // Where nothing wraps it, whoever hands over the listener says so as well.
  from.say_hello = !spawner_.one_shot() && wrapped();
  std::vector<UniqueFd> theirs;
  Result<void> opened = OpenStreams(&from, &theirs);
  if (opened)
    opened = OpenChannels(&from, &theirs, helper_path);
  if (opened)
    opened = SetDeadline();
  if (!opened)
    return opened;

  Result<Prepared> prepared = Compose(from);
  if (!prepared)
    return prepared.failure();
  steps_ = std::move(prepared->steps);
  inner_steps_ = std::move(prepared->inner_steps);
  Result<std::unique_ptr<ReaperHandle>> reaper = spawner_.Spawn(*prepared);
  if (!reaper)
    return reaper.failure();
  reaper_ = std::move(*reaper);
  reaper_pid_ = reaper_->pid();
  // Whoever answers the listener's questions may do no more than the target.
  if (prepared->listens && spawner_.listeners() == nullptr) {
    return BecomeTarget(request_.launch.identity);
  }
  return {};
}

}  // namespace launch

Result<std::unique_ptr<Run>> Run::Start(Spawner& spawner, const std::string& helper_path,
                                        RunRequest request, RunEvents events) {
  if (request.plan != nullptr && request.policy == nullptr) {
    return Fail(SBX_E_INVALID, "start a plan without its policy");
  }
  auto run = std::make_unique<launch::LinuxRun>(static_cast<launch::LinuxSpawner&>(spawner),
                                                std::move(request), std::move(events));
  Result<void> begun = run->Begin(helper_path);
  if (!begun)
    return begun.failure();
  return std::unique_ptr<Run>(std::move(run));
}

}  // namespace sbx
