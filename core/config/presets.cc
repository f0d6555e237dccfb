// SPDX-License-Identifier: MIT
#include "core/config/presets.hpp"

#include <string>

#include "core/config/document.hpp"

namespace sbx::config {
namespace {

// Writes the workspace, the host's temporary directories and the root of the
// repository; reads and the network are open. All of it is built in.
constexpr std::string_view kPi = R"({})";

// Home is hidden but for the workspace and what git needs; a temporary directory
// of its own; a destination that no list names is asked about.
constexpr std::string_view kPiSrt = R"({
  "filesystem": {
    "denyRead": ["~"],
    "allowRead": ["$WORKSPACE", "~/.gitconfig", "~/.config/git"],
    "tmp": "private",
    "protect": {
      "git-hooks": "best-effort",
      "shell-rc": "best-effort",
      "editor": "best-effort",
      "agent-config": "best-effort",
      "secrets": "best-effort",
    },
  },
  "network": {"mode": "filtered", "onMiss": "review"},
  "approval": ["auto-review", "human"],
})";

// Reads all but what is denied, writes the workspace alone, reaches what is listed.
constexpr std::string_view kDroid = R"({
  "filesystem": {
    "tmp": "none",
    "protect": {
      "git-hooks": "best-effort",
      "git-config": "best-effort",
      "shell-rc": "best-effort",
      "editor": "best-effort",
      "agent-config": "best-effort",
    },
  },
  "network": {"mode": "filtered", "allowedDomains": ["*.factory.ai"], "onMiss": "prompt"},
  "approval": ["human"],
})";

// What sandbox-runtime does without settings: nothing is written, nothing is reached.
constexpr std::string_view kSrt = R"({
  "mode": "read-only",
  "filesystem": {
    "includeGitRoot": false,
    "tmp": "none",
    "protect": {
      "git-hooks": "best-effort",
      "git-config": "best-effort",
      "shell-rc": "best-effort",
      "editor": "best-effort",
      "agent-config": "best-effort",
    },
  },
  "network": {"mode": "filtered", "onMiss": "deny"},
  "unixSockets": {"mode": "deny"},
  "approval": [],
})";

// The narrowest under which software is still built: the toolchains that people
// keep at home can be read, and nothing else there; no network at all.
constexpr std::string_view kStrict = R"({
  "filesystem": {
    "denyRead": ["~"],
    "allowRead": [
      "$WORKSPACE",
      "~/.gitconfig", "~/.config/git/config", "~/.config/git/ignore",
      "~/.cargo/bin", "~/.cargo/registry", "~/.rustup",
      "~/.nvm", "~/.npm", "~/.pyenv", "~/.sdkman", "~/.m2/repository", "~/go/pkg",
      "~/.local/bin", "~/.local/lib",
    ],
    "tmp": "private",
    "protect": {
      "git-hooks": "best-effort",
      "git-config": "best-effort",
      "shell-rc": "best-effort",
      "editor": "best-effort",
      "agent-config": "best-effort",
      "secrets": "best-effort",
    },
  },
  "network": {"mode": "none", "onMiss": "deny"},
  "unixSockets": {"mode": "inside"},
  "approval": ["human"],
})";

}  // namespace

std::string_view PresetText(std::string_view name) {
  if (name == "pi")
    return kPi;
  if (name == "pi-srt")
    return kPiSrt;
  if (name == "droid")
    return kDroid;
  if (name == "strict")
    return kStrict;
  if (name == "srt")
    return kSrt;
  return {};
}

Result<Layer> PresetLayer(std::string_view name) {
  Layer layer;
  layer.kind = LayerKind::kPreset;
  layer.name = name;
  if (name == "pi")
    return layer;
  auto parsed = ParseDocument(LayerKind::kPreset, PresetText(name), std::string(name), "");
  if (parsed)
    parsed->name = name;
  return parsed;
}

}  // namespace sbx::config
