// SPDX-License-Identifier: MIT
//
// Starting /bin/true and waiting for it, in process: posix_spawn against each
// runner through the launcher; in hosts of 10 MiB and 1 GiB; 1 to 64 at once;
// and with 10 or 1,000 rules in a kept profile.
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include <cstring>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/scene.hpp"

extern char** environ;

namespace sbx::bench {
namespace {

// Memory of the host that a fork would have to copy the tables of.
class Ballast {
 public:
  explicit Ballast(std::size_t mebibytes) : size_(mebibytes << 20) {
    memory_ = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory_ != MAP_FAILED)
      std::memset(memory_, 1, size_);
  }
  Ballast(const Ballast&) = delete;
  Ballast& operator=(const Ballast&) = delete;
  ~Ballast() { munmap(memory_, size_); }

 private:
  std::size_t size_;
  void* memory_;
};

void PosixSpawn(benchmark::State& state) {
  const Ballast ballast(static_cast<std::size_t>(state.range(0)));
  char program[] = "/bin/true";
  char* argv[] = {program, nullptr};
  for (auto _ : state) {
    pid_t pid = 0;
    if (posix_spawn(&pid, program, nullptr, nullptr, argv, environ) != 0)
      state.SkipWithError("spawn");
    int status = 0;
    waitpid(pid, &status, 0);
  }
}
BENCHMARK(PosixSpawn)->Arg(10)->Arg(1024)->UseRealTime()->Unit(benchmark::kMicrosecond);

void RunOnce(Engine& engine, const std::shared_ptr<const ResolvedPolicy>& policy,
             const Launch& launch, const char* runner) {
  auto prepared = engine.Prepare(policy, launch, runner);
  if (!prepared)
    Give(prepared.error());
  auto run = engine.Start(std::move(*prepared), launch, {});
  if (!run)
    Give(run.error());
  const Outcome& outcome = (*run)->Wait();
  if (outcome.code != 0)
    Give(outcome.error);
}

// Arguments: MiB of the host, rules.
void Spawn(benchmark::State& state, const char* runner) {
  const Ballast ballast(static_cast<std::size_t>(state.range(0)));
  const Scene scene(static_cast<int>(state.range(1)));
  Engine engine(Scene::Options(), MakeLauncherSpawner(Scene::Options().helper));
  const auto policy = scene.Resolve();
  const Launch launch = scene.Command("/bin/true");
  for (auto _ : state)
    RunOnce(engine, policy, launch, runner);
}
BENCHMARK_CAPTURE(Spawn, landlock, "landlock")
    ->Args({10, 1})
    ->Args({1024, 1})
    ->Args({10, 10})
    ->Args({10, 1000})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(Spawn, bwrap, "bwrap")
    ->Args({10, 1})
    ->Args({1024, 1})
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

// Argument: runs at once; the time is that of one run.
void SpawnMany(benchmark::State& state, const char* runner) {
  const Scene scene(1);
  Engine engine(Scene::Options(), MakeLauncherSpawner(Scene::Options().helper));
  const auto policy = scene.Resolve();
  const Launch launch = scene.Command("/bin/true");
  const auto count = static_cast<std::size_t>(state.range(0));
  for (auto _ : state) {
    std::vector<std::unique_ptr<Run>> runs;
    for (std::size_t i = 0; i < count; ++i) {
      auto prepared = engine.Prepare(policy, launch, runner);
      if (!prepared)
        Give(prepared.error());
      auto run = engine.Start(std::move(*prepared), launch, {});
      if (!run)
        Give(run.error());
      runs.push_back(std::move(*run));
    }
    for (const auto& run : runs)
      run->Wait();
  }
  state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK_CAPTURE(SpawnMany, landlock, "landlock")
    ->RangeMultiplier(4)
    ->Range(1, 64)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(SpawnMany, bwrap, "bwrap")
    ->Arg(1)
    ->Arg(16)
    ->UseRealTime()
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sbx::bench

BENCHMARK_MAIN();
