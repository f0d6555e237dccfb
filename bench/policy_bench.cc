// SPDX-License-Identifier: MIT
//
// What is paid once per policy and what once per command: resolving, compiling
// and binding, over 1 to 1,000 rules; and loading a plugin.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "bench/scene.hpp"

namespace sbx::bench {
namespace {

void LoadPlugin(benchmark::State& state, const char* runner) {
  for (auto _ : state) {
    Registry registry(Scene::Options().plugin_folders, {});
    auto handle = registry.Runner(runner, {});
    if (!handle)
      Give(handle.error());
    benchmark::DoNotOptimize(handle);
  }
}
BENCHMARK_CAPTURE(LoadPlugin, landlock, "landlock");
BENCHMARK_CAPTURE(LoadPlugin, bwrap, "bwrap");

// From the rules as written to what runners get. Letting go of it is a row of its own.
void ResolvePolicy(benchmark::State& state) {
  const Scene scene(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  const Policy policy = scene.Written();
  for (auto _ : state) {
    auto resolved = scene.Resolve(policy);
    benchmark::DoNotOptimize(resolved);
    state.PauseTiming();
    resolved.reset();
    state.ResumeTiming();
  }
}
BENCHMARK(ResolvePolicy)
    ->ArgNames({"rules", "folders"})
    ->Args({1, 0})
    ->Args({10, 0})
    ->Args({100, 0})
    ->Args({1000, 0})
    ->Args({1000, 100})
    ->Unit(benchmark::kMicrosecond);

void DropPolicy(benchmark::State& state) {
  const Scene scene(static_cast<int>(state.range(0)));
  for (auto _ : state) {
    state.PauseTiming();
    auto resolved = scene.Resolve();
    state.ResumeTiming();
    resolved.reset();
  }
}
BENCHMARK(DropPolicy)->Arg(1)->Arg(1000)->Unit(benchmark::kMicrosecond);

// What resolving cannot go below, a zone being an object that is held open: the system's
// own part of it and nothing else, for the same objects.
void OpenAndAsk(benchmark::State& state) {
  const Scene scene(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  const std::vector<std::string> paths = scene.Paths();
  std::vector<int> fds(paths.size());
  for (auto _ : state) {
    for (std::size_t i = 0; i < paths.size(); ++i) {
      struct statx info {};
      fds[i] = open(paths[i].c_str(), O_PATH | O_CLOEXEC);
      benchmark::DoNotOptimize(statx(fds[i], "", AT_EMPTY_PATH, STATX_BASIC_STATS, &info));
    }
    state.PauseTiming();
    for (const int fd : fds)
      close(fd);
    state.ResumeTiming();
  }
}
BENCHMARK(OpenAndAsk)
    ->ArgNames({"rules", "folders"})
    ->Args({1, 0})
    ->Args({1000, 0})
    ->Args({1000, 100})
    ->Unit(benchmark::kMicrosecond);

// The price of entering the system at all: as many calls that do nothing.
void CallAsOften(benchmark::State& state) {
  for (auto _ : state) {
    for (std::int64_t i = 0; i < state.range(0); ++i)
      benchmark::DoNotOptimize(getppid());
  }
}
BENCHMARK(CallAsOften)->Arg(1000)->Unit(benchmark::kMicrosecond);

void CompilePolicy(benchmark::State& state, const char* runner) {
  const Scene scene(static_cast<int>(state.range(0)));
  Registry registry(Scene::Options().plugin_folders, {});
  auto handle = registry.Runner(runner, {});
  if (!handle)
    Give(handle.error());
  const auto policy = scene.Resolve();
  for (auto _ : state) {
    auto profile = (*handle)->Compile(policy);
    if (!profile)
      Give(profile.error());
    benchmark::DoNotOptimize(profile);
  }
}
BENCHMARK_CAPTURE(CompilePolicy, landlock, "landlock")
    ->Arg(1)
    ->Arg(10)
    ->Arg(100)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(CompilePolicy, bwrap, "bwrap")
    ->Arg(1)
    ->Arg(10)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond);

void BindLaunch(benchmark::State& state, const char* runner) {
  const Scene scene(static_cast<int>(state.range(0)));
  Engine engine(Scene::Options(), MakeLauncherSpawner(Scene::Options().helper));
  const auto policy = scene.Resolve();
  const Launch launch = scene.Command("/bin/true");
  for (auto _ : state) {
    auto prepared = engine.Prepare(policy, launch, runner);
    if (!prepared)
      Give(prepared.error());
    benchmark::DoNotOptimize(prepared);
  }
}
BENCHMARK_CAPTURE(BindLaunch, landlock, "landlock")
    ->Arg(1)
    ->Arg(1000)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(BindLaunch, bwrap, "bwrap")->Arg(1)->Arg(1000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace sbx::bench

BENCHMARK_MAIN();
