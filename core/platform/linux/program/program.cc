// SPDX-License-Identifier: MIT
#include "core/platform/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <thread>

#include "core/platform/linux/program/keeper.hpp"

namespace sbx {
namespace {

using Clock = std::chrono::steady_clock;
using How = ProgramEnd::How;

constexpr int kFirstOwn = 10;                 // below are the numbers that the program gets
constexpr std::size_t kMostErrors = 4096;     // of its standard error
constexpr std::chrono::seconds kKillTime{2};  // a tree that takes longer is in the kernel's hands

UniqueFd Higher(int fd) {
  const UniqueFd low(fd);
  return UniqueFd(fcntl(low.get(), F_DUPFD_CLOEXEC, kFirstOwn));
}

// The whole input in memory: nobody has to write while another reads.
Result<UniqueFd> InputOf(std::string_view input) {
  UniqueFd file = Higher(memfd_create("sbx-input", MFD_CLOEXEC));
  for (std::size_t at = 0; file.valid() && at < input.size();) {
    const ssize_t put =
        pwrite(file.get(), input.data() + at, input.size() - at, static_cast<off_t>(at));
    if (put < 0 && errno == EINTR)
      continue;
    if (put <= 0)
      return FailOs(errno, "write the question for a program");
    at += static_cast<std::size_t>(put);
  }
  if (!file.valid())
    return FailOs(errno, "make the question for a program");
  return file;
}

struct Ends {
  UniqueFd ours, theirs;
};

Result<Ends> Pipe() {
  std::array<int, 2> ends{-1, -1};
  if (pipe2(ends.data(), O_CLOEXEC) != 0)
    return FailOs(errno, "make a pipe");
  Ends pair{UniqueFd(ends[0]), Higher(ends[1])};
  if (!pair.theirs.valid() || fcntl(pair.ours.get(), F_SETFL, O_NONBLOCK) != 0)
    return FailOs(errno, "make a pipe");
  return pair;
}

Result<Ends> Control() {
  std::array<int, 2> ends{-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    return FailOs(errno, "make a pair of sockets");
  Ends pair{UniqueFd(ends[0]), Higher(ends[1])};
  if (!pair.theirs.valid())
    return FailOs(errno, "make a pair of sockets");
  return pair;
}

// Words as execve takes them.
std::vector<char*> Words(const std::vector<std::string>& words) {
  std::vector<char*> out;
  out.reserve(words.size() + 1);
  for (const std::string& word : words)
    out.push_back(const_cast<char*>(word.c_str()));
  out.push_back(nullptr);
  return out;
}

// One run, from the clone to its end.
class Conversation {
 public:
  Conversation(const ProgramCall& call, pid_t keeper, Ends output, Ends errors, Ends control)
      : deadline_(Clock::now() + call.patience),
        most_(call.most_output),
        keeper_(keeper),
        output_(std::move(output.ours)),
        errors_(std::move(errors.ours)),
        control_(std::move(control.ours)) {}

  // Until everything that the program started is dead.
  Result<ProgramEnd> Hold(int stop_fd, const ProgramCall& call) {
    while (output_.valid() || errors_.valid() || control_.valid()) {
      const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline_ - Clock::now());
      pollfd watched[] = {{output_.get(), POLLIN, 0},
                          {errors_.get(), POLLIN, 0},
                          {control_.get(), POLLIN, 0},
                          {killed_ ? -1 : stop_fd, POLLIN, 0}};
      const int ready = left.count() <= 0 ? 0 : poll(watched, 4, static_cast<int>(left.count()));
      if (ready < 0 && errno != EINTR)
        return FailOs(errno, "wait for the program", call.name);
      if (ready == 0 && killed_)
        break;  // given up: the keeper goes on by itself
      if (ready == 0)
        Kill(How::kTimedOut);
      if (ready <= 0)
        continue;
      if (watched[3].revents != 0)
        Kill(How::kStopped);
      if (watched[0].revents != 0)
        Take(output_, &Conversation::KeepOutput);
      if (watched[1].revents != 0)
        Take(errors_, &Conversation::KeepErrors);
      if (watched[2].revents != 0)
        TakeEnding();
    }
    Collect();
    if (ending_.started_error != 0)
      return FailOs(ending_.started_error, "execute the program", call.name,
                    ending_.started_error == EACCES ? "run: chmod u+x " + call.name : "");
    return std::move(end_);
  }

 private:
  void Kill(How why) {
    if (killed_)
      return;
    killed_ = true;
    end_.how = why;
    deadline_ = Clock::now() + kKillTime;
    shutdown(control_.get(), SHUT_WR);
  }

  void Take(UniqueFd& fd, void (Conversation::*keep)(std::string_view)) {
    std::array<char, 16384> buffer{};
    const ssize_t got = read(fd.get(), buffer.data(), buffer.size());
    if (got < 0 && (errno == EINTR || errno == EAGAIN))
      return;
    if (got <= 0) {
      fd.reset();
      return;
    }
    (this->*keep)({buffer.data(), static_cast<std::size_t>(got)});
  }

  void KeepOutput(std::string_view text) {
    const std::size_t room = most_ - end_.output.size();
    end_.output.append(text.substr(0, room));
    if (text.size() > room)
      Kill(How::kTooMuch);
  }

  void KeepErrors(std::string_view text) {
    end_.errors.append(text);
    if (end_.errors.size() > kMostErrors)
      end_.errors.erase(0, end_.errors.size() - kMostErrors);
  }

  void TakeEnding() {
    const ssize_t got = read(control_.get(), &ending_, sizeof ending_);
    if (got < 0 && errno == EINTR)
      return;
    control_.reset();
    if (got != static_cast<ssize_t>(sizeof ending_)) {
      if (!killed_)
        end_.how = How::kSignaled, end_.status = SIGKILL;
      return;
    }
    if (killed_)
      return;
    const int status = ending_.wait_status;
    end_.how = WIFSIGNALED(status) ? How::kSignaled : How::kExited;
    end_.status = WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
  }

  void Collect() {
    // An open control means that a process cannot be killed yet.
    const bool ended = !control_.valid();
    const auto wait = [pid = keeper_] {
      while (waitpid(pid, nullptr, __WCLONE) < 0 && errno == EINTR) {
      }
    };
    if (ended) {
      wait();
    } else {
      std::thread(wait).detach();
    }
  }

  Clock::time_point deadline_;
  std::size_t most_;
  pid_t keeper_;
  UniqueFd output_, errors_, control_;
  bool killed_ = false;
  program::Ending ending_;
  ProgramEnd end_;
};

}  // namespace

Result<ProgramEnd> RunProgram(const ProgramCall& call, const std::stop_token& stop) {
  auto input = InputOf(call.input);
  auto output = Pipe();
  auto errors = Pipe();
  auto control = Control();
  const UniqueFd program = Higher(fcntl(call.file->fd.get(), F_DUPFD_CLOEXEC, 0));
  const UniqueFd stopped(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  for (const auto* part : {&output, &errors, &control}) {
    if (!*part)
      return part->failure();
  }
  if (!input)
    return input.failure();
  if (!program.valid() || !stopped.valid())
    return FailOs(errno, "start the program", call.name);

  const std::vector<std::string> argv = {call.name};
  const std::vector<char*> argv_words = Words(argv);
  const std::vector<char*> env_words = Words(call.env);
  program::Keeping keeping;
  keeping.input_fd = input->get();
  keeping.output_fd = output->theirs.get();
  keeping.errors_fd = errors->theirs.get();
  keeping.program_fd = program.get();
  keeping.control_fd = control->theirs.get();
  keeping.argv = argv_words.data();
  keeping.env = env_words.data();
  const pid_t keeper = program::CloneKeeper(keeping);
  if (keeper < 0)
    return FailOs(-keeper, "start a process");
  output->theirs.reset();
  errors->theirs.reset();
  control->theirs.reset();

  const std::stop_callback wake(stop, [&] {
    const std::uint64_t one = 1;
    (void)!write(stopped.get(), &one, sizeof one);
  });
  return Conversation(call, keeper, *std::move(output), *std::move(errors), *std::move(control))
      .Hold(stopped.get(), call);
}

}  // namespace sbx
