// SPDX-License-Identifier: MIT
//
// What is paid once per policy and what once per command: resolving, compiling
// and binding, over 1 to 1,000 rules; and loading a plugin.
#include <fcntl.h>
#include <sys/stat.h>

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

void ResolvePolicy(benchmark::State& state) {
  const Scene scene(static_cast<int>(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(scene.Resolve());
}
BENCHMARK(ResolvePolicy)->Arg(1)->Arg(10)->Arg(100)->Arg(1000)->Unit(benchmark::kMicrosecond);

// The system's own part of resolving: opening as many objects, asking what each is, and
// closing them.
void OpenAsMany(benchmark::State& state) {
  const Scene scene(static_cast<int>(state.range(0)));
  const auto policy = scene.Resolve();
  for (auto _ : state) {
    std::vector<UniqueFd> kept;
    kept.reserve(policy->zones().size());
    for (const Zone& zone : policy->zones()) {
      struct stat info {};
      kept.emplace_back(open(zone.path.c_str(), O_PATH | O_CLOEXEC));
      benchmark::DoNotOptimize(fstat(kept.back().get(), &info));
    }
  }
}
BENCHMARK(OpenAsMany)->Arg(1)->Arg(1000)->Unit(benchmark::kMicrosecond);

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
