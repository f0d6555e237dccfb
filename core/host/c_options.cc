// SPDX-License-Identifier: MIT
#include "core/host/c_options.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace sbx::host {
namespace {

std::string Text(const char* text, const char* fallback = "") {
  return text == nullptr ? fallback : text;
}

std::vector<std::string> List(const char* const* list) {
  std::vector<std::string> words;
  for (; list != nullptr && *list != nullptr; ++list)
    words.emplace_back(*list);
  return words;
}

// `value` must be one of 0 … last.
Result<void> Known(std::uint32_t value, std::uint32_t last, const char* what) {
  if (value <= last)
    return {};
  return Fail(SBX_E_INVALID, "use a value of " + std::string(what), std::to_string(value),
              "it is none that this version of sbx knows");
}

std::optional<std::uint64_t> Limit(std::uint64_t value) {
  return value == 0 ? std::nullopt : std::optional(value);
}

Result<Stream> ToStream(std::uint32_t stream) {
  switch (stream) {
    case SBX_HOST_STREAM_NULL:
      return Stream::kNull;
    case SBX_HOST_STREAM_CAPTURE:
      return Stream::kCapture;
    case SBX_HOST_STREAM_INHERIT:
      return Stream::kInherit;
    default:
      return Known(1, 0, "a standard stream").failure();
  }
}

}  // namespace

Result<EngineOptions> ToOptions(const sbx_host_engine_options* from) {
  auto known = ReadStruct(from, "the options of an engine");
  if (!known)
    return known.failure();
  auto flags = Known(known->flags, SBX_HOST_INHERIT_ENVIRONMENT, "flags");
  if (!flags)
    return flags.failure();
  EngineOptions options;
  options.prefix = Text(known->prefix);
  options.environment = List(known->environment);
  options.inherit_environment = known->flags != 0;
  options.plugin_folders = List(known->plugin_folders);
  options.untrusted_folders = List(known->untrusted_folders);
  if (known->order != nullptr)
    options.order = List(known->order);
  return options;
}

Result<Policy> ToPolicy(const sbx_host_policy_options* from) {
  auto known = ReadStruct(from, "the options of a policy");
  if (!known)
    return known.failure();
  for (const auto& checked :
       {Known(known->mode, SBX_MODE_DANGER_FULL_ACCESS, "mode"),
        Known(known->tmp, SBX_TMP_NONE, "tmp"), Known(known->network, SBX_NET_NONE, "network"),
        Known(known->unix_sockets, SBX_UNIX_DENY, "unix_sockets"),
        Known(known->reserved, 0, "reserved"),
        Known(known->read_default, SBX_HOST_DENY, "read_default"),
        Known(known->patterns, SBX_HOST_PATTERNS_EXISTING, "patterns"),
        Known(known->exclude_git_root, 1, "exclude_git_root"),
        Known(known->reserved2, 0, "reserved2")}) {
    if (!checked)
      return checked.failure();
  }
  Policy policy;
  policy.mode = static_cast<Mode>(known->mode);
  policy.base = Text(known->base);
  policy.workspace = Text(known->workspace);
  policy.tmp = static_cast<Tmp>(known->tmp);
  policy.network = static_cast<Network>(known->network);
  policy.unix_sockets = static_cast<UnixSockets>(known->unix_sockets);
  policy.allow_sockets = List(known->allow_sockets);
  for (std::size_t i = 0; i < known->rule_count; ++i) {
    const sbx_host_rule& rule = known->rules[i];
    const bool access = rule.access == SBX_ACCESS_READ || rule.access == SBX_ACCESS_WRITE;
    if (!access || rule.effect > SBX_HOST_DENY || rule.path == nullptr) {
      return Fail(SBX_E_INVALID, "use a rule", Text(rule.path),
                  "it allows or denies to read or write a path");
    }
    policy.rules.push_back({static_cast<Access>(rule.access),
                            rule.effect == SBX_HOST_ALLOW ? Effect::kAllow : Effect::kDeny,
                            rule.path, Text(rule.source, "host")});
  }
  policy.read_default = known->read_default == SBX_HOST_DENY ? Effect::kDeny : Effect::kAllow;
  policy.patterns = known->patterns == SBX_HOST_PATTERNS_ALL ? Patterns::kAll : Patterns::kExisting;
  policy.include_git_root = known->exclude_git_root == 0;
  const std::pair<const char* const*, Protection> groups[] = {
      {known->protect_off, Protection::kOff},
      {known->protect_best_effort, Protection::kBestEffort},
      {known->protect_required, Protection::kRequired}};
  for (const auto& [names, protection] : groups) {  // of several the strongest
    for (const std::string& name : List(names))
      policy.protect[name] = protection;
  }
  policy.limits = {Limit(known->memory), Limit(known->processes), Limit(known->cpu_seconds),
                   Limit(known->file_size), Limit(known->open_files)};
  policy.require = known->require;
  return policy;
}

Result<Launch> ToLaunch(const sbx_host_launch* from) {
  auto known = ReadStruct(from, "a launch");
  if (!known)
    return known.failure();
  auto reserved = Known(known->reserved, 0, "reserved");
  if (!reserved)
    return reserved.failure();
  Launch launch;
  launch.argv = List(known->argv);
  launch.cwd = Text(known->cwd);
  if (known->environment != nullptr)
    launch.environment = List(known->environment);
  launch.changes = List(known->changes);
  const std::pair<std::uint32_t, Stream*> streams[] = {
      {known->in, &launch.in}, {known->out, &launch.out}, {known->err, &launch.err}};
  for (const auto& [value, to] : streams) {
    auto stream = ToStream(value);
    if (!stream)
      return stream.failure();
    *to = *stream;
  }
  launch.keep = known->keep;
  if (known->timeout_ms != 0)
    launch.timeout = std::chrono::milliseconds(known->timeout_ms);
  launch.runner = Text(known->runner, "auto");
  launch.context = {Text(known->session), Text(known->parent_session), Text(known->request),
                    Text(known->tool), Text(known->origin, "agent")};
  return launch;
}

}  // namespace sbx::host
