// SPDX-License-Identifier: MIT
//
// compare: times whole processes side by side. Every round starts each
// alternative once, in turn, so that a machine that slows down slows all of
// them; what is printed are medians, and their ratio to plain exec of the same
// command in the same run.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "bench/plot.hpp"

extern char** environ;

namespace {

using sbx::bench::Series;

struct Alternative {
  std::string name;
  std::vector<std::string> argv;
  std::vector<double> times;  // milliseconds
  long peak_kib = 0;
  std::string config_home = {};  // XDG_CONFIG_HOME, where it is not the caller's
};

std::string Find(const std::string& program) {
  const char* path = std::getenv("PATH");
  std::string rest = path == nullptr ? "/usr/local/bin:/usr/bin:/bin" : path;
  for (std::size_t from = 0; from <= rest.size();) {
    const std::size_t end = std::min(rest.find(':', from), rest.size());
    const std::string candidate = rest.substr(from, end - from) + "/" + program;
    if (access(candidate.c_str(), X_OK) == 0)
      return candidate;
    from = end + 1;
  }
  return {};
}

// Runs `argv` once with its output thrown away. Negative when it failed.
double Time(const Alternative& what, long* peak_kib) {
  std::vector<char*> words;
  for (const std::string& word : what.argv)
    words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  std::string changed = "XDG_CONFIG_HOME=" + what.config_home;
  std::vector<char*> env;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (what.config_home.empty() || std::strncmp(*entry, "XDG_CONFIG_HOME=", 16) != 0)
      env.push_back(*entry);
  }
  if (!what.config_home.empty())
    env.push_back(changed.data());
  env.push_back(nullptr);
  const auto start = std::chrono::steady_clock::now();
  pid_t pid = 0;
  const int error = posix_spawn(&pid, words[0], &actions, nullptr, words.data(), env.data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0)
    return -1;
  int status = 0;
  rusage usage{};
  if (wait4(pid, &status, 0, &usage) != pid)
    return -1;
  const std::chrono::duration<double, std::milli> elapsed =
      std::chrono::steady_clock::now() - start;
  if (peak_kib != nullptr)
    *peak_kib = std::max(*peak_kib, usage.ru_maxrss);
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? elapsed.count() : -1;
}

// The line that `sbx explain` prints for bwrap, as words. Read from the program
// itself, so that what is compared is what it does.
std::vector<std::string> ExplainedBwrap(const std::string& sbx, const std::string& command) {
  const std::string line = "'" + sbx + "' explain --runner bwrap -- '" + command +
                           "' 2>/dev/null | sed -n 's/^ *\\(\\/[^ ]*bwrap .*\\)/\\1/p' | head -n 1";
  FILE* pipe = popen(line.c_str(), "re");
  if (pipe == nullptr)
    return {};
  std::string text;
  std::array<char, 4096> buffer{};
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr)
    text += buffer.data();
  pclose(pipe);
  while (!text.empty() && text.back() == '\n')
    text.pop_back();
  if (text.empty())
    return {};
  // Words as a shell splits them; `explain` quotes with '…' only.
  std::vector<std::string> words(1);
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'') {
      quoted = !quoted;
    } else if (text[i] == '\\' && !quoted && i + 1 < text.size()) {
      words.back() += text[++i];
    } else if (text[i] == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += text[i];
    }
  }
  return words;
}

// A workspace with a project's file, a user's and one that is named, which say what holds
// without them: what they cost is reading and merging. The same without any beside it.
class Layers {
 public:
  Layers() {
    char name[] = "/var/tmp/sbx-compare.XXXXXX";
    if (mkdtemp(name) == nullptr)
      return;
    root_ = std::filesystem::canonical(name).string();
    const char* const text =
        R"({"mode": "workspace-write", // as it is
            "filesystem": {"tmp": "shared", "includeGitRoot": true, "denyWrite": []},
            "network": {"mode": "open"}, "unixSockets": {"mode": "inside"}})";
    for (const char* folder : {"/bare", "/none", "/layered/.sbx", "/user/sbx"})
      std::filesystem::create_directories(root_ + folder);
    for (const char* file : {"/layered/.sbx/config.json", "/user/sbx/config.json", "/named.json"})
      std::ofstream(root_ + file) << text;
  }
  Layers(const Layers&) = delete;
  Layers& operator=(const Layers&) = delete;
  ~Layers() {
    if (!root_.empty())
      std::filesystem::remove_all(root_);
  }

  void AddTo(std::vector<Alternative>& all, const std::string& sbx,
             const std::string& command) const {
    if (root_.empty())
      return;
    all.push_back({"sbx, no layers",
                   {sbx, "--runner=landlock", "--workspace", root_ + "/bare", "--", command},
                   {},
                   0,
                   root_ + "/none"});
    all.push_back({"sbx, three layers",
                   {sbx, "--runner=landlock", "--workspace", root_ + "/layered", "--config",
                    root_ + "/named.json", "--", command},
                   {},
                   0,
                   root_ + "/user"});
  }

 private:
  std::string root_;
};

double Median(std::vector<double> values) {
  if (values.empty())
    return 0;
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

std::vector<Alternative> Alternatives(const std::string& sbx, const std::string& command) {
  std::vector<Alternative> all;
  all.push_back({"exec", {command}, {}, 0});
  all.push_back({"sbx --runner=landlock", {sbx, "--runner=landlock", "--", command}, {}, 0});
  const std::vector<std::string> raw = ExplainedBwrap(sbx, command);
  if (!raw.empty()) {
    all.push_back({"bwrap, the same mounts", raw, {}, 0});
    all.push_back({"sbx --runner=bwrap", {sbx, "--runner=bwrap", "--", command}, {}, 0});
  }
  const auto add = [&](const char* program, std::vector<std::string> options) {
    const std::string path = Find(program);
    if (path.empty())
      return;
    options.insert(options.begin(), path);
    options.push_back(command);
    all.push_back({program, std::move(options), {}, 0});
  };
  add("landrun", {"--rox", "/", "--rw", "/tmp"});
  add("minijail0", {"-n", "--"});
  add("nsjail", {"-Mo", "-q", "-R", "/", "--"});
  add("firejail", {"--quiet", "--noprofile", "--"});
  add("srt", {});
  add("codex", {"sandbox", "linux", "--"});
  return all;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fprintf(stderr,
                 "usage: compare SBX [ROUNDS [COMMAND [JSON [SVG]]]]\n"
                 "  SBX an absolute path; ROUNDS 100; COMMAND /bin/true\n");
    return 2;
  }
  const std::string sbx = argv[1];
  const int rounds = argc > 2 ? std::atoi(argv[2]) : 100;
  const std::string command = argc > 3 ? argv[3] : "/bin/true";
  std::vector<Alternative> all = Alternatives(sbx, command);
  const Layers layers;
  layers.AddTo(all, sbx, command);
  std::erase_if(all, [](const Alternative& alternative) {
    for (int i = 0; i < 3; ++i) {
      if (Time(alternative, nullptr) >= 0)
        return false;
    }
    std::fprintf(stderr, "compare: %s does not work here and is left out\n",
                 alternative.name.c_str());
    return true;
  });
  for (int round = 0; round < rounds; ++round) {
    for (Alternative& alternative : all) {
      const double time = Time(alternative, &alternative.peak_kib);
      if (time >= 0)
        alternative.times.push_back(time);
    }
  }
  const double plain = all.empty() ? 0 : Median(all.front().times);
  double raw = 0;
  for (const Alternative& alternative : all) {
    if (alternative.name.starts_with("bwrap"))
      raw = Median(alternative.times);
  }
  std::printf("%-26s %10s %8s %8s %10s\n", "", "median ms", "/ exec", "/ bwrap", "peak MiB");
  std::vector<Series> series;
  std::string json = "{\"command\":\"" + command + "\",\"rounds\":" + std::to_string(rounds) +
                     ",\"alternatives\":[";
  for (const Alternative& alternative : all) {
    const double median = Median(alternative.times);
    std::printf("%-26s %10.3f %8.2f %8.2f %10.1f\n", alternative.name.c_str(), median,
                plain > 0 ? median / plain : 0, raw > 0 ? median / raw : 0,
                static_cast<double>(alternative.peak_kib) / 1024);
    series.push_back({alternative.name, median});
    char entry[512];
    std::snprintf(entry, sizeof entry,
                  "%s{\"name\":\"%s\",\"medianMs\":%.4f,\"ratioToExec\":%.4f,\"runs\":%zu,"
                  "\"peakKib\":%ld}",
                  series.size() > 1 ? "," : "", alternative.name.c_str(), median,
                  plain > 0 ? median / plain : 0, alternative.times.size(), alternative.peak_kib);
    json += entry;
  }
  json += "]}\n";
  if (argc > 4 && !sbx::bench::WriteFile(argv[4], json))
    return 1;
  if (argc > 5 && !sbx::bench::WriteFile(argv[5], sbx::bench::BarChart(command, series)))
    return 1;
  return 0;
}
