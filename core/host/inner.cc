// SPDX-License-Identifier: MIT
#include "core/host/inner.hpp"

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

sbx::Policy ToCore(const Policy& policy) {
  sbx::Policy core;
  core.mode = static_cast<sbx::Mode>(policy.mode);
  core.mode_source = "host";
  core.workspace = policy.workspace;
  core.workspace_named = !policy.workspace.empty();
  core.tmp = static_cast<sbx::Tmp>(policy.tmp);
  core.network = static_cast<sbx::Network>(policy.network);
  core.unix_sockets = static_cast<sbx::UnixSockets>(policy.unix_sockets);
  core.allow_sockets = policy.allow_sockets;
  for (const Rule& rule : policy.rules) {
    core.rules.push_back({static_cast<sbx::Access>(rule.access),
                          rule.effect == Effect::kAllow ? sbx::Effect::kAllow : sbx::Effect::kDeny,
                          rule.path, rule.source});
  }
  core.limits = {policy.limits.memory, policy.limits.processes, policy.limits.cpu_seconds,
                 policy.limits.file_size, policy.limits.open_files};
  core.require = policy.require;
  return core;
}

Result<sbx::Launch> ToCore(const Launch& launch, const sbx::Host& facts,
                           const sbx::ResolvedPolicy& policy) {
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
  for (const std::string& change : launch.changes) {
    if (change.find('=') == std::string::npos || change.front() == '=') {
      return Fail(SBX_E_INVALID, "use a change of the environment", change, "write NAME=VALUE");
    }
  }
  core.env = TargetEnvironment(launch.environment.value_or(facts.env), policy, launch.changes);
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
  core.keep = launch.keep;
  core.timeout = launch.timeout;
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
