// SPDX-License-Identifier: MIT
#include "core/doctor/confine.hpp"

#include <utility>

namespace sbx {

RunConfined ConfineWith(Engine& engine, std::string runner, Surroundings around,
                        WeakenForTests weaken) {
  return [&engine, runner = std::move(runner), around = std::move(around), weaken](
             const Policy& policy, const Launch& wanted) -> Result<Confined> {
    Surroundings here = around;
    here.cwd = wanted.cwd;
    auto resolved = Resolve(policy, here);
    if (!resolved)
      return resolved.failure();
    Launch launch = wanted;
    launch.env = TargetEnvironment(wanted.env, **resolved, {});
    auto finished = engine.Execute(*resolved, launch, runner, {}, {}, weaken);
    if (!finished)
      return finished.failure();
    return Confined{std::move(finished->outcome), std::move(finished->enforcement)};
  };
}

}  // namespace sbx
