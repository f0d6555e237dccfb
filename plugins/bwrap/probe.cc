// SPDX-License-Identifier: MIT
#include "plugins/bwrap/probe.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <utility>

#include "plugins/bwrap/enforce.hpp"
#include "plugins/bwrap/failure.hpp"
#include "plugins/bwrap/vector.hpp"
#include "plugins/linux/ruleset.hpp"

namespace sbx::bwrap {
namespace {

using Clock = std::chrono::steady_clock;

// bwrap lists this much and more in its --help.
constexpr std::size_t kMostText = std::size_t{64} * 1024;

std::uint32_t Left(Clock::time_point deadline) {
  const auto left =
      std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
  return left > 0 ? static_cast<std::uint32_t>(left) : 0;
}

class Actions {
 public:
  explicit Actions(int output_fd) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_addopen(&actions_, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output_fd, 1);
    posix_spawn_file_actions_adddup2(&actions_, output_fd, 2);
    posix_spawnattr_init(&attributes_);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &all);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  Actions(const Actions&) = delete;
  Actions& operator=(const Actions&) = delete;
  ~Actions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }
  const posix_spawnattr_t* attributes() const { return &attributes_; }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// Reads until the end, the limit of time, or a failure.
bool ReadAll(int fd, Clock::time_point deadline, std::string& text) {
  char buffer[4096];
  while (true) {
    pollfd waiting{fd, POLLIN, 0};
    const int ready = poll(&waiting, 1, static_cast<int>(Left(deadline)));
    if (ready == 0)
      return false;
    if (ready < 0 && errno != EINTR)
      return false;
    if (ready < 0)
      continue;
    const ssize_t size = read(fd, buffer, sizeof buffer);
    if (size <= 0)
      return true;
    text.append(buffer, static_cast<std::size_t>(size));
    if (text.size() > kMostText)
      text.erase(0, text.size() - kMostText);
  }
}

// The mounts of the read-only mode.
Layout ReadOnlyLayout() {
  Layout layout;
  layout.mounts = {{Mount::Kind::kReadOnly, "/", -1},
                   {Mount::Kind::kDev, "/dev", -1},
                   {Mount::Kind::kProc, "/proc", -1},
                   {Mount::Kind::kProcReadOnly, "/proc/sys", -1}};
  return layout;
}

std::vector<std::string> ProbeWords(const Program& program, bool network_namespace) {
  Facts facts;
  facts.setuid = program.setuid;
  std::vector<std::string> words = program.words;
  const Layout layout = ReadOnlyLayout();
  Words made = BuildWords(layout, facts, network_namespace);
  std::move(made.words.begin(), made.words.end(), std::back_inserter(words));
  words.insert(words.end(), {"--", "/bin/true"});
  return words;
}

bool Worked(const Finished& run) {
  return !run.timed_out && WIFEXITED(run.wait_status) && WEXITSTATUS(run.wait_status) == 0;
}

Failure Late(const Program& program, std::uint32_t timeout_ms) {
  return Fail(SBX_E_UNSUPPORTED, "finish the probe of", program.words[0],
              "it took more than " + std::to_string(timeout_ms) +
                  " ms; give it more time (probeTimeoutMs), or use --runner=landlock");
}

}  // namespace

Result<Finished> RunProgram(const std::vector<std::string>& words, std::uint32_t timeout_ms) {
  const Clock::time_point deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    return FailOs(errno, "make a pipe for the probe");
  UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (const std::string& word : words)
    argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);
  char environment[] = "LC_ALL=C";
  char* envp[] = {environment, nullptr};
  pid_t pid = -1;
  {
    const Actions actions(writer.get());
    const int error =
        posix_spawn(&pid, argv[0], actions.get(), actions.attributes(), argv.data(), envp);
    if (error != 0)
      return FailOs(error, "execute", words[0]);
  }
  writer.reset();
  Finished run;
  run.timed_out = !ReadAll(reader.get(), deadline, run.text);
  // A program that closed its output may still run: it has the rest of the time.
  bool killed = false;
  while (true) {
    if (!killed && (run.timed_out || Left(deadline) == 0)) {
      run.timed_out = killed = true;
      kill(pid, SIGKILL);
    }
    const pid_t done = waitpid(pid, &run.wait_status, killed ? 0 : WNOHANG);
    if (done == pid || (done < 0 && errno != EINTR))
      break;
    if (!killed)
      poll(nullptr, 0, 1);
  }
  return run;
}

std::vector<std::string> MissingOptions(std::string_view help,
                                        const std::vector<std::string>& words) {
  std::vector<std::string> missing;
  for (const std::string& word : words) {
    if (!word.starts_with("--") || word.size() == 2)
      continue;
    bool listed = false;
    for (std::size_t at = help.find(word); at != std::string_view::npos && !listed;
         at = help.find(word, at + 1)) {
      const std::size_t end = at + word.size();
      listed = end == help.size() || help[end] == ' ' || help[end] == '\n';
    }
    if (!listed && std::find(missing.begin(), missing.end(), word) == missing.end())
      missing.push_back(word);
  }
  return missing;
}

Result<plugin::ProbeResult> ProbeProgram(const Program& program,
                                         std::span<const std::string> signatures,
                                         std::uint32_t timeout_ms) {
  const Clock::time_point deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
  plugin::ProbeResult result;
  if (!program.custom) {
    std::vector<std::string> ask = {program.words[0], "--help"};
    Result<Finished> help = RunProgram(ask, Left(deadline));
    if (!help)
      return help.failure();
    if (help->timed_out)
      return Late(program, timeout_ms);
    std::vector<std::string> used = ProbeWords(program, true);
    used.insert(used.end(), {"--args", "--bind-fd", "--ro-bind-fd", "--tmpfs", "--perms",
                             "--remount-ro", "--dev-bind"});
    for (const std::string& option : MissingOptions(help->text, used)) {
      return Fail(SBX_E_UNSUPPORTED, "use", program.words[0],
                  "it lacks " + option +
                      "; install bubblewrap 0.10 or newer, or Debian's 0.8, or use "
                      "--runner=landlock");
    }
  }
  bool network = true;
  Result<Finished> run = RunProgram(ProbeWords(program, true), Left(deadline));
  if (run && !run->timed_out && !Worked(*run)) {
    Result<Finished> again = RunProgram(ProbeWords(program, false), Left(deadline));
    if (again && Worked(*again)) {
      network = false;
      result.notes.push_back(Diagnose(run->wait_status, run->text, signatures).Sentence());
      run = std::move(again);
    }
  }
  if (!run)
    return run.failure();
  if (run->timed_out)
    return Late(program, timeout_ms);
  if (!Worked(*run))
    return Failure{Diagnose(run->wait_status, run->text, signatures)};

  Mechanisms held;
  held.custom = program.custom;
  held.setuid = program.setuid;
  held.network_namespace = network;
  held.landlock_scope = runner::LandlockAbi() >= 6;
  const Layout layout = ReadOnlyLayout();
  for (const Claim& claim : Claims(SBX_RESTRICTIONS_ALL, 1, SBX_TMP_SHARED, layout, held)) {
    if (claim.level == SBX_LEVEL_FULL || claim.restriction == SBX_FS_TMP)
      result.can |= claim.restriction;
    else if (claim.restriction != SBX_IPC_UNIX)
      result.notes.push_back(claim.gap);
  }
  if (program.setuid)
    result.notes.push_back("this bwrap is setuid root");
  if (program.custom)
    result.notes.push_back("a custom runner enforces what it declares, which is not tested here");
  return result;
}

}  // namespace sbx::bwrap
