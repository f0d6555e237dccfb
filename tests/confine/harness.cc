// SPDX-License-Identifier: MIT
#include "tests/confine/harness.hpp"

#include <cstdlib>
#include <map>

#include <gtest/gtest.h>

namespace sbx::confine {

int Expected(const std::string& name) {
  const char* value = std::getenv("SBX_EXPECT");  // NOLINT(concurrency-mt-unsafe)
  const std::string text = value == nullptr ? "" : std::string(",") + value;
  const auto at = text.find("," + name + "=");
  return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + name.size() + 2);
}

std::unique_ptr<Bench> MakeBench(std::vector<const sbx_plugin_entry*> linked_in) {
  auto bench = std::make_unique<Bench>();
  auto host = ReadHost();
  if (!host) {
    ADD_FAILURE() << host.error().Sentence();
    return nullptr;
  }
  bench->host = std::move(*host);
  bench->installation = Locate(bench->host);
  bench->around = SurroundingsOf(bench->host, bench->installation);
  auto lab = Lab::Make({.attack_program = bench->installation.attack_program});
  if (!lab) {
    ADD_FAILURE() << lab.error().Sentence();
    return nullptr;
  }
  bench->lab = std::move(*lab);
  // Wherever the user's home is, these tests are about other things.
  bench->around.home = bench->lab->folder() + "/home";
  bench->around.config_home = bench->around.home + "/.config/sbx";
  bench->around.state_home = bench->around.home + "/.local/state/sbx";
  for (const auto& [name, value] :
       {std::pair("HOME", bench->around.home),
        std::pair("XDG_CONFIG_HOME", bench->around.home + "/.config"),
        std::pair("XDG_STATE_HOME", bench->around.home + "/.local/state")}) {
    setenv(name, value.c_str(), 1);  // NOLINT(concurrency-mt-unsafe)
  }
  EngineOptions options;
  options.plugin_folders = bench->installation.plugin_folders;
  options.forbidden_folders = {bench->lab->folder()};
  options.helper = bench->installation.helper;
  options.static_plugins = std::move(linked_in);
  bench->engine =
      std::make_unique<Engine>(std::move(options), MakeLauncherSpawner(bench->installation.helper));
  return bench;
}

Bench* TheBench(std::vector<const sbx_plugin_entry*> linked_in) {
  static std::unique_ptr<Bench> made;
  if (made == nullptr)
    made = MakeBench(std::move(linked_in));
  return made.get();
}

std::string WhyNot(Bench& bench, const std::string& runner) {
  static std::map<std::string, std::string> known;
  if (const auto found = known.find(runner); found != known.end())
    return found->second;
  std::string why;
  if (auto handle = bench.engine->registry().Runner(runner, {}); !handle) {
    why = handle.error().Sentence();
  } else if (auto report = (*handle)->Probe(20000); !report) {
    why = report.error().Sentence();
  }
  return known[runner] = why;
}

const Attack& AttackNamed(std::string_view id) {
  for (const Attack& attack : Battery()) {
    if (attack.id == id)
      return attack;
  }
  ADD_FAILURE() << "no attack is called " << id;
  return Battery().front();
}

std::string Program(const Bench& bench) {
  if (const auto named = bench.host.Variable("SBX_BIN"))
    return *named;
  return bench.host.executable.substr(0, bench.host.executable.rfind('/')) + "/sbx";
}

std::string TestName(std::string_view text) {
  std::string name;
  for (const char c : text) {
    name += (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ? c : '_';
  }
  return name;
}

}  // namespace sbx::confine
