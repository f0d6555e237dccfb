// SPDX-License-Identifier: MIT
//
// What a fence costs a host: opening a file through it against opening it, in one run,
// under each runner, and with 1,000 rules; and what a judgement alone costs.
#include <fcntl.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>

#include <benchmark/benchmark.h>

#include "sbx/host/engine.hpp"

namespace sbx::host {
namespace {

[[noreturn]] void GiveUp(const Error& error) {
  std::cerr << error.Sentence() << '\n';
  std::exit(1);  // NOLINT(concurrency-mt-unsafe)
}

template <typename T>
T Need(Result<T> result) {
  if (!result)
    GiveUp(result.error());
  return std::move(*result);
}

// A workspace with a file, and `rules` denials outside of it.
class Place {
 public:
  explicit Place(int rules, bool read_only = false) {
    char name[] = "/var/tmp/sbx-fence-bench.XXXXXX";
    if (mkdtemp(name) == nullptr)
      std::abort();
    folder_ = std::filesystem::canonical(name).string();
    file_ = folder_ + "/ws/file";
    std::filesystem::create_directory(folder_ + "/ws");
    std::ofstream(file_) << "text";
    EngineOptions options;
    options.environment = {"PATH=/usr/bin:/bin"};
    engine_ = Need(Engine::Make(options));
    Policy policy;
    policy.base = policy.workspace = folder_ + "/ws";
    policy.tmp = Tmp::kNone;
    if (read_only)
      policy.mode = Mode::kReadOnly;  // nothing that Landlock leaves open
    if (read_only)
      policy.mode = Mode::kReadOnly;  // nothing that Landlock leaves open
    for (int i = 0; i < rules; ++i) {
      const std::string path = folder_ + "/rule" + std::to_string(i);
      std::filesystem::create_directory(path);
      policy.rules.push_back({Access::kWrite, Effect::kAllow, path});
    }
    policy_.emplace(Need(engine_->Resolve(policy)));
  }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  ~Place() { std::filesystem::remove_all(folder_); }

  std::string folder_, file_;
  std::unique_ptr<Engine> engine_;
  std::optional<ResolvedPolicy> policy_;
};

void PlainOpen(benchmark::State& state) {
  const Place place(1);
  for (auto _ : state) {
    const UniqueFd fd(open(place.file_.c_str(), O_RDWR | O_CLOEXEC));
    benchmark::DoNotOptimize(fd.get());
  }
}
BENCHMARK(PlainOpen)->UseRealTime()->Unit(benchmark::kMicrosecond);

void CheckThenOpen(benchmark::State& state) {
  const Place place(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    const Judgement judged = Need(Check(*place.policy_, Access::kWrite, place.file_));
    if (!judged.allowed)
      std::abort();
    const UniqueFd fd(open(place.file_.c_str(), O_RDWR | O_CLOEXEC));
    benchmark::DoNotOptimize(fd.get());
  }
}
BENCHMARK(CheckThenOpen)->Arg(1)->Arg(1000)->UseRealTime()->Unit(benchmark::kMicrosecond);

// Arguments: rules, and whether the policy is one that Landlock holds by itself; else
// what was opened is judged.
void FenceOpen(benchmark::State& state, const char* runner) {
  const bool held = state.range(1) != 0;
  const Place place(static_cast<int>(state.range(0)), held);
  FenceOptions options;
  options.runner = runner;
  const auto fence = Need(place.engine_->MakeFence(*place.policy_, options));
  for (auto _ : state) {
    const UniqueFd fd = Need(fence->Open(place.file_, {.write = !held}));
    benchmark::DoNotOptimize(fd.get());
  }
}
BENCHMARK_CAPTURE(FenceOpen, landlock, "landlock")
    ->Args({0, 1})
    ->Args({1, 0})
    ->Args({1000, 0})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(FenceOpen, bwrap, "bwrap")
    ->Args({1, 0})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

void MakeFence(benchmark::State& state, const char* runner) {
  const Place place(1);
  FenceOptions options;
  options.runner = runner;
  for (auto _ : state)
    benchmark::DoNotOptimize(Need(place.engine_->MakeFence(*place.policy_, options)));
}
BENCHMARK_CAPTURE(MakeFence, landlock, "landlock")->UseRealTime()->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(MakeFence, bwrap, "bwrap")->UseRealTime()->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sbx::host

BENCHMARK_MAIN();
