// SPDX-License-Identifier: MIT
#include "core/host/inner.hpp"

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "core/host/values.hpp"
#include "core/plugin/restriction_names.hpp"

namespace sbx::host {
namespace {

Result<sbx::Stream> ToCore(Stream stream, bool is_input) {
  switch (stream) {
    case Stream::kNull:
      return sbx::Stream{sbx::Stream::Kind::kNull};
    case Stream::kCapture:
      if (is_input)
        break;
      return sbx::Stream{sbx::Stream::Kind::kCapture};
    case Stream::kInherit:
      return sbx::Stream{sbx::Stream::Kind::kInherit};
  }
  return Fail(SBX_E_INVALID, "use the standard streams of a launch", {},
              "input is null or inherited, output null, captured or inherited");
}

Level ToLevel(std::uint32_t level) {
  if (level == SBX_LEVEL_FULL)
    return Level::kFull;
  return level == SBX_LEVEL_PARTIAL ? Level::kPartial : Level::kNone;
}

Outcome::End FromCore(sbx::Outcome::End end) {
  switch (end) {
    case sbx::Outcome::End::kExited:
      return Outcome::End::kExited;
    case sbx::Outcome::End::kSignaled:
      return Outcome::End::kSignaled;
    case sbx::Outcome::End::kTimedOut:
      return Outcome::End::kTimedOut;
    case sbx::Outcome::End::kKilled:
      return Outcome::End::kKilled;
    case sbx::Outcome::End::kNotExecuted:
      return Outcome::End::kNotExecuted;
    case sbx::Outcome::End::kNotStarted:
      break;
  }
  return Outcome::End::kNotStarted;
}

}  // namespace

const std::string& RunnerFor(const std::string& wanted, const ResolvedPolicy& policy) {
  const std::string& named = Inner::Said(policy).runner;
  return named == "auto" ? wanted : named;
}

Result<sbx::Launch> ToCore(const Launch& launch, const sbx::Host& facts,
                           const ResolvedPolicy& resolved) {
  const sbx::ResolvedPolicy& policy = *Inner::Of(resolved);
  const config::Effective& said = Inner::Said(resolved);
  if (launch.argv.empty() || launch.argv.front().empty()) {
    return Fail(SBX_E_INVALID, "run nothing", {}, "name the command in argv");
  }
  if (launch.context.origin != "user" && launch.context.origin != "agent") {
    return Fail(SBX_E_INVALID, "use the origin of a launch", launch.context.origin,
                "it is one of user, agent");
  }
  sbx::Launch core;
  core.argv = launch.argv;
  const std::string& base = policy.around().cwd;
  core.cwd = launch.cwd.empty() ? base : launch.cwd;
  if (core.cwd.front() != '/')
    core.cwd = base + "/" + core.cwd;
  if (auto known = CheckEnvironment(launch.changes, "changes"); !known)
    return known.failure();
  if (launch.environment) {
    if (auto known = CheckEnvironment(*launch.environment, "environment"); !known)
      return known.failure();
  }
  std::vector<std::string> base_env;
  if (said.inherit_env)
    base_env = launch.environment.value_or(facts.env);
  std::vector<std::string> changes = launch.changes;
  changes.insert(changes.end(), said.env_set.begin(), said.env_set.end());
  core.env = TargetEnvironment(std::move(base_env), policy, changes);
  std::erase_if(core.env, [&](const std::string& entry) {
    const std::string_view name = std::string_view(entry).substr(0, entry.find('='));
    return std::ranges::find(said.env_unset, name) != said.env_unset.end();
  });
  auto in = ToCore(launch.in, true);
  if (!in)
    return in.failure();
  auto out = ToCore(launch.out, false);
  if (!out)
    return out.failure();
  auto err = ToCore(launch.err, false);
  if (!err)
    return err.failure();
  core.in = *in;
  core.out = *out;
  core.err = *err;
  core.keep = std::min<std::uint64_t>(launch.keep, said.keep_output.value_or(launch.keep));
  core.timeout = launch.timeout;
  if (said.timeout_ms) {
    const auto most = std::chrono::milliseconds(*said.timeout_ms);
    core.timeout = core.timeout ? std::min(*core.timeout, most) : most;
  }
  core.context = {launch.context.session, launch.context.parent_session, launch.context.request,
                  launch.context.tool, launch.context.origin};
  return core;
}

Outcome FromCore(const sbx::Outcome& outcome) {
  Outcome shown;
  shown.end = FromCore(outcome.end);
  shown.code = outcome.code;
  shown.signal = outcome.signal;
  shown.error = outcome.error;
  shown.out = {outcome.out.head, outcome.out.tail, outcome.out.dropped};
  shown.err = {outcome.err.head, outcome.err.tail, outcome.err.dropped};
  shown.wall = outcome.wall;
  shown.user = outcome.user;
  shown.system = outcome.system;
  shown.peak_memory = outcome.peak_memory;
  return shown;
}

std::vector<Enforcement> FromCore(const std::vector<sbx::Enforcement>& enforcement) {
  std::vector<Enforcement> shown;
  shown.reserve(enforcement.size());
  for (const sbx::Enforcement& entry : enforcement) {
    shown.push_back({entry.restriction, std::string(RestrictionName(entry.restriction)),
                     ToLevel(entry.level), entry.mechanism, entry.gap, entry.mend});
  }
  return shown;
}

}  // namespace sbx::host
