// SPDX-License-Identifier: MIT
//
// Scene: a workspace, an engine and a policy of N rules for the benchmarks.
#ifndef SBX_BENCH_SCENE_HPP_
#define SBX_BENCH_SCENE_HPP_

#include <memory>
#include <string>
#include <vector>

#include "core/engine/engine.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx::bench {

class Scene {
 public:
  // Makes a workspace with `rules` directories next to it, spread over as many folders
  // (0: beside the workspace itself), all removed at the end.
  explicit Scene(int rules, int folders = 0);
  Scene(const Scene&) = delete;
  Scene& operator=(const Scene&) = delete;
  ~Scene();

  // What the rules name.
  [[nodiscard]] std::vector<std::string> Paths() const;

  // Each directory is allowed to be written, so that every rule is a zone.
  [[nodiscard]] Policy Written() const;
  [[nodiscard]] std::shared_ptr<const ResolvedPolicy> Resolve() const;
  [[nodiscard]] std::shared_ptr<const ResolvedPolicy> Resolve(const Policy& policy) const;
  [[nodiscard]] Launch Command(std::string program) const;
  [[nodiscard]] static EngineOptions Options();

 private:
  [[nodiscard]] std::string Path(int rule) const;

  std::string folder_;
  int rules_;
  int folders_;
};

// Ends the benchmark program with the sentence: a number of a run that did not
// happen is worse than none.
[[noreturn]] void Give(const Error& error);

}  // namespace sbx::bench

#endif  // SBX_BENCH_SCENE_HPP_
