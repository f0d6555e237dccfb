// SPDX-License-Identifier: MIT
#include "bench/scene.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

extern char** environ;

namespace sbx::bench {

Scene::Scene(int rules, int folders)
    : folder_("/var/tmp/sbx-bench-XXXXXX"), rules_(rules), folders_(folders) {
  if (mkdtemp(folder_.data()) == nullptr)
    Give(FailOs(errno, "make", folder_).error);
  mkdir((folder_ + "/workspace").c_str(), 0755);
  for (int i = 0; i < folders_; ++i)
    mkdir((folder_ + "/d" + std::to_string(i)).c_str(), 0755);
  for (int i = 0; i < rules_; ++i)
    mkdir(Path(i).c_str(), 0755);
}

Scene::~Scene() {
  for (int i = 0; i < rules_; ++i)
    rmdir(Path(i).c_str());
  for (int i = 0; i < folders_; ++i)
    rmdir((folder_ + "/d" + std::to_string(i)).c_str());
  rmdir((folder_ + "/workspace").c_str());
  rmdir(folder_.c_str());
}

std::string Scene::Path(int rule) const {
  std::string path = folder_;
  if (folders_ != 0)
    path += "/d" + std::to_string(rule % folders_);
  return path + "/r" + std::to_string(rule);
}

std::vector<std::string> Scene::Paths() const {
  std::vector<std::string> paths;
  for (int i = 0; i < rules_; ++i)
    paths.push_back(Path(i));
  return paths;
}

Policy Scene::Written() const {
  Policy policy;
  policy.workspace = folder_ + "/workspace";
  policy.workspace_named = true;
  for (int i = 0; i < rules_; ++i) {
    policy.rules.push_back({Access::kWrite, Effect::kAllow, Path(i), "bench"});
  }
  return policy;
}

std::shared_ptr<const ResolvedPolicy> Scene::Resolve() const {
  return Resolve(Written());
}

std::shared_ptr<const ResolvedPolicy> Scene::Resolve(const Policy& policy) const {
  Surroundings around;
  around.cwd = policy.workspace;
  around.home = "/nonexistent";
  around.uid = geteuid();
  auto resolved = sbx::Resolve(policy, around);
  if (!resolved)
    Give(resolved.error());
  return *resolved;
}

Launch Scene::Command(std::string program) const {
  Launch launch;
  launch.argv = {std::move(program)};
  launch.cwd = folder_ + "/workspace";
  for (char** entry = environ; *entry != nullptr; ++entry)
    launch.env.emplace_back(*entry);
  return launch;
}

EngineOptions Scene::Options() {
  EngineOptions options;
  options.plugin_folders = {SBX_BUILD_DIR "/lib/sbx/plugins"};
  options.helper = SBX_BUILD_DIR "/libexec/sbx/sbx-init";
  return options;
}

void Give(const Error& error) {
  std::fprintf(stderr, "bench: %s\n", error.Sentence().c_str());
  std::exit(1);
}

}  // namespace sbx::bench
