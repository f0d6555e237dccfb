// SPDX-License-Identifier: MIT
#include "core/host/c_options.hpp"

#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "core/host/values.hpp"

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

std::optional<std::uint64_t> Limit(std::uint64_t value) {
  return value == 0 ? std::nullopt : std::optional(value);
}

Result<Stream> ToStream(std::uint32_t stream, const char* field) {
  switch (stream) {
    case SBX_HOST_STREAM_NULL:
      return Stream::kNull;
    case SBX_HOST_STREAM_CAPTURE:
      return Stream::kCapture;
    case SBX_HOST_STREAM_INHERIT:
      return Stream::kInherit;
    default:
      return CheckValue(stream, SBX_HOST_STREAM_INHERIT, field).failure();
  }
}

}  // namespace

Result<EngineOptions> ToOptions(const sbx_host_engine_options* from) {
  auto known = ReadStruct(from, "the options of an engine");
  if (!known)
    return known.failure();
  auto flags = CheckValue(known->flags, SBX_HOST_INHERIT_ENVIRONMENT, "flags");
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
  auto known =
      ReadStruct(from, "the options of a policy", offsetof(sbx_host_policy_options, read_default));
  if (!known)
    return known.failure();
  for (const auto& checked : {CheckValue(known->mode, SBX_MODE_DANGER_FULL_ACCESS, "mode"),
                              CheckValue(known->tmp, SBX_TMP_NONE, "tmp"),
                              CheckValue(known->network, SBX_NET_NONE, "network"),
                              CheckValue(known->unix_sockets, SBX_UNIX_DENY, "unix_sockets"),
                              CheckValue(known->reserved, 0, "reserved"),
                              CheckValue(known->read_default, SBX_HOST_DENY, "read_default"),
                              CheckValue(known->patterns, SBX_HOST_PATTERNS_EXISTING, "patterns"),
                              CheckValue(known->exclude_git_root, 1, "exclude_git_root"),
                              CheckValue(known->reserved2, 0, "reserved2")}) {
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
  policy.config_sources = List(known->config_sources);
  return policy;
}

Result<Launch> ToLaunch(const sbx_host_launch* from) {
  auto known = ReadStruct(from, "a launch");
  if (!known)
    return known.failure();
  auto reserved = CheckValue(known->reserved, 0, "reserved");
  if (!reserved)
    return reserved.failure();
  Launch launch;
  launch.argv = List(known->argv);
  launch.cwd = Text(known->cwd);
  if (known->environment != nullptr)
    launch.environment = List(known->environment);
  launch.changes = List(known->changes);
  const std::tuple<std::uint32_t, Stream*, const char*> streams[] = {
      {known->in, &launch.in, "in"},
      {known->out, &launch.out, "out"},
      {known->err, &launch.err, "err"}};
  for (const auto& [value, to, field] : streams) {
    auto stream = ToStream(value, field);
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
