// SPDX-License-Identifier: MIT
//
// A complete host in C++, of the size that hosts have: 16 threads at work, a large
// heap, and one poll loop that runs 200 commands at once, cancels some, streams
// the rest and checks how each ended.
// usage: embed-cc WORKSPACE [MEBIBYTES [COMMANDS]]
#include <poll.h>
#include <sys/resource.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "sbx/host/engine.hpp"

namespace {

using sbx::host::Outcome;

constexpr int kThreads = 16;

// What else a host does: its threads work on its memory while commands run.
class Busy {
 public:
  explicit Busy(std::size_t mebibytes) : memory_(mebibytes << 20, '\1') {
    for (int i = 0; i < kThreads; ++i) {
      threads_.emplace_back([this, i](const std::stop_token& stop) {
        for (std::size_t at = static_cast<std::size_t>(i); !stop.stop_requested(); at += 4096) {
          if (!memory_.empty())
            sum_ += static_cast<unsigned char>(memory_[at % memory_.size()]);
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
      });
    }
  }

 private:
  std::vector<char> memory_;
  std::atomic<unsigned long> sum_{0};
  std::vector<std::jthread> threads_;  // last: they end before what they use
};

enum class Kind { kStreams, kFails, kIsCancelled, kIsRefused };
Kind KindOf(int number) {
  return static_cast<Kind>(number % 4);
}

// One command and what was seen of it.
struct Job {
  int number = 0;
  std::unique_ptr<sbx::host::Run> run;
  std::string streamed;
  bool ended = false;
};

sbx::host::Launch LaunchOf(int number) {
  sbx::host::Launch launch;
  const std::string name = std::to_string(number);
  switch (KindOf(number)) {
    case Kind::kStreams:
      launch.argv = {"sh", "-c", "for i in 1 2 3 4 5; do echo $0 $i; done; echo $0 > file$0", name};
      break;
    case Kind::kFails:
      launch.argv = {"sh", "-c", "exit 7"};
      break;
    case Kind::kIsCancelled:  // with a child that would outlive it
      launch.argv = {"sh", "-c", "setsid sleep 600 & sleep 600"};
      break;
    case Kind::kIsRefused:  // "..": what holds the workspace may not be written
      launch.argv = {"sh", "-c", "echo x > ../outside" + name};
      break;
  }
  launch.timeout = std::chrono::minutes(5);
  launch.context.session = "example";
  launch.context.request = name;
  return launch;
}

// Nothing when the command ended as it should have; else what is wrong.
std::string Fault(const Job& job) {
  const Outcome& outcome = job.run->outcome();
  if (!job.ended)
    return "its exit event did not come";
  const auto exited = [&](int code) {
    return outcome.end == Outcome::End::kExited && outcome.code == code;
  };
  switch (KindOf(job.number)) {
    case Kind::kStreams: {
      std::string wanted;
      for (int i = 1; i <= 5; ++i)
        wanted += std::to_string(job.number) + " " + std::to_string(i) + "\n";
      if (!exited(0))
        return "it failed: " + outcome.err.head;
      return job.streamed == wanted && outcome.out.head + outcome.out.tail == wanted
                 ? ""
                 : "its output is not whole";
    }
    case Kind::kFails:
      return exited(7) ? "" : "its status is not 7";
    case Kind::kIsCancelled:
      return outcome.end == Outcome::End::kKilled ? "" : "it was not ended";
    case Kind::kIsRefused:
      return outcome.end == Outcome::End::kExited && outcome.code != 0
                 ? ""
                 : "its write was not refused";
  }
  return "it is of no kind";
}

// A run holds up to sixteen descriptors. How many a process may have is the host's
// to decide, so the library does not change it.
void RaiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
    return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

int GiveUp(const sbx::Error& error) {
  std::fprintf(stderr, "%s\n", error.Sentence().c_str());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: embed-cc WORKSPACE [MEBIBYTES [COMMANDS]]\n");
    return 2;
  }
  const std::size_t mebibytes = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1024;
  const int commands = argc > 3 ? static_cast<int>(std::strtol(argv[3], nullptr, 10)) : 200;
  RaiseFileLimit();
  const Busy busy(mebibytes);

  sbx::host::EngineOptions options;
  options.environment = {"PATH=/usr/bin:/bin"};
  auto engine = sbx::host::Engine::Make(options);
  if (!engine)
    return GiveUp(engine.error());

  // Resolved once for all commands.
  sbx::host::Policy wanted;
  wanted.base = wanted.workspace = argv[1];
  wanted.tmp = sbx::host::Tmp::kNone;
  auto policy = (*engine)->Resolve(wanted);
  if (!policy)
    return GiveUp(policy.error());
  auto status = (*engine)->StatusOf(*policy);
  if (!status)
    return GiveUp(status.error());
  std::printf("runner %s\n", status->runner.c_str());

  // Handlers keep a pointer to the job: each has a place of its own, which stays.
  std::vector<std::unique_ptr<Job>> jobs;
  for (int number = 0; number < commands; ++number) {
    auto job = std::make_unique<Job>();
    job->number = number;
    sbx::host::Handlers handlers;
    handlers.output = [at = job.get()](int stream, std::string_view bytes) {
      if (stream == 1)
        at->streamed += bytes;
    };
    handlers.exit = [at = job.get()](const Outcome&) { at->ended = true; };
    auto run = (*engine)->Start(*policy, LaunchOf(number), std::move(handlers));
    if (!run)
      return GiveUp(run.error());
    job->run = std::move(*run);
    jobs.push_back(std::move(job));
  }
  std::printf("%d commands at once\n", commands);

  // From another thread, as a user's click would come.
  std::jthread canceller([&jobs] {
    for (const auto& job : jobs) {
      if (KindOf(job->number) == Kind::kIsCancelled)
        job->run->Kill();
    }
  });
  for (;;) {
    std::vector<pollfd> entries;
    std::vector<Job*> live;
    for (const auto& job : jobs) {
      if (job->run->finished())
        continue;
      entries.push_back({job->run->poll_fd(), POLLIN, 0});
      live.push_back(job.get());
    }
    if (live.empty())
      break;
    if (poll(entries.data(), entries.size(), -1) < 0)
      continue;
    for (std::size_t i = 0; i < live.size(); ++i) {
      if (entries[i].revents != 0)
        live[i]->run->Dispatch();
    }
  }
  canceller.join();

  int faults = 0;
  for (const auto& job : jobs) {
    const std::string fault = Fault(*job);
    if (fault.empty())
      continue;
    ++faults;
    std::printf("command %d: %s (end %d, code %d) %s\n", job->number, fault.c_str(),
                static_cast<int>(job->run->outcome().end), job->run->outcome().code,
                job->run->outcome().error.Sentence().c_str());
  }
  std::printf("%d commands, %d not as expected\n", commands, faults);
  return faults == 0 ? 0 : 1;
}
