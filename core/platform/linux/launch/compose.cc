// SPDX-License-Identifier: MIT
#include "core/platform/linux/launch/compose.hpp"

#include <asm/termbits.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include "core/platform/linux/launch/join_filters.hpp"
#include "core/platform/linux/launch/search.hpp"
#include "core/platform/linux/launch/writer.hpp"
#include "core/platform/linux/listener/listener.hpp"

namespace sbx::launch {
namespace {

constexpr std::string_view kWrapperPath = "PATH=/usr/local/bin:/usr/bin:/bin";

template <typename T>
std::string_view BytesOf(const std::vector<T>& items) {
  return {reinterpret_cast<const char*>(items.data()), items.size() * sizeof(T)};
}

void AddLimits(ProgramWriter* writer, const Ingredients& from) {
  if (from.policy == nullptr || from.weaken->no_limits || from.launch->requests_fd >= 0)
    return;
  const Limits& limits = from.policy->policy().limits;
  const auto add = [&](std::uint64_t resource, const std::optional<std::uint64_t>& value,
                       std::uint64_t grace) {
    if (value)
      writer->AddStep(SBX_STEP_RLIMIT, -1, {}, resource, *value, *value + grace);
  };
  add(RLIMIT_DATA, limits.memory, 0);
  add(RLIMIT_NPROC, limits.processes, 0);
  add(RLIMIT_CPU, limits.cpu_seconds, 1);  // SIGXCPU first, a second later SIGKILL
  add(RLIMIT_FSIZE, limits.file_size, 0);
  add(RLIMIT_NOFILE, limits.open_files, 0);
}

void AddIdentity(ProgramWriter* writer, const Ingredients& from, bool drop_bounding) {
  const std::optional<Identity>& identity = from.launch->identity;
  if (!identity)
    return;
  writer->AddStep(SBX_STEP_IDENTITY, -1, BytesOf(identity->groups), identity->uid, identity->gid,
                  drop_bounding ? 1 : 0);
}

void AddChdir(ProgramWriter* writer, const Ingredients& from) {
  const std::string& cwd = from.launch->cwd;
  if (cwd.empty())
    return;
  writer->AddStep(SBX_STEP_CHDIR, -1, std::string_view(cwd.c_str(), cwd.size() + 1));
}

// The runner's filter and the listener's as one, where the former comes last
// and asks for nothing special.
std::vector<sock_filter> Joined(const sbx_step* last, const std::vector<sock_filter>& listened) {
  if (last == nullptr || last->kind != SBX_STEP_SECCOMP || last->arg[0] != 0)
    return {};
  if (last->data_size % sizeof(sock_filter) != 0 ||
      reinterpret_cast<std::uintptr_t>(last->data) % alignof(sock_filter) != 0) {
    return {};
  }
  return JoinFilters(
      {static_cast<const sock_filter*>(last->data), last->data_size / sizeof(sock_filter)},
      listened);
}

// What confines, in the order in which each may still be done.
void AddConfinement(ProgramWriter* writer, const Ingredients& from, const std::vector<int>& fds,
                    int listener_socket) {
  const sbx_plan& plan = *from.plan;
  if (!from.weaken->keep_keyring) {
    writer->AddStep(SBX_STEP_KEYRING, -1, {}, 0, 0, 0, SBX_STEP_MAY_FAIL);
  }
  if (!from.weaken->keep_capabilities)
    writer->AddStep(SBX_STEP_DROP_CAPS);
  writer->AddStep(SBX_STEP_NO_NEW_PRIVS);
  const auto add = [&](const sbx_step& step) {
    const int fd = step.fd >= 0 ? fds[static_cast<std::size_t>(step.fd)] : -1;
    writer->AddStep(step.kind, fd, {static_cast<const char*>(step.data), step.data_size},
                    step.arg[0], step.arg[1], step.arg[2], step.flags);
  };
  std::vector<sock_filter> listened;
  if (plan.listen != 0 && !from.weaken->no_listener)
    listened = ListenerProgram(plan.listen);
  const sbx_step* last = plan.step_count > 0 ? &plan.steps[plan.step_count - 1] : nullptr;
  const std::vector<sock_filter> joined = Joined(last, listened);
  const std::size_t before = plan.step_count - (joined.empty() ? 0 : 1);
  for (std::size_t i = 0; i < before; ++i)
    add(plan.steps[i]);
  if (listened.empty())
    return;
  const bool required = ListenerRequired(*from.policy, plan.listen);
  writer->AddStep(SBX_STEP_LISTENER, listener_socket, BytesOf(joined.empty() ? listened : joined),
                  SECCOMP_FILTER_FLAG_WAIT_KILLABLE_RECV, joined.empty() ? 0 : 1, 0,
                  required ? 0 : SBX_STEP_MAY_FAIL);
  if (!joined.empty())
    add(plan.steps[before]);
}

void AddTerminal(ProgramWriter* writer, const Launch& launch, std::vector<UniqueFd>* owned) {
  Program& header = writer->header();
  header.tty = -1;
  if (!launch.terminal)
    return;
  header.flags |= kTerminal;
  UniqueFd tty(open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!tty.valid())
    return;
  // Nothing is given back that was not ours: in the background the terminal
  // belongs to somebody else.
  const pid_t group = tcgetpgrp(tty.get());
  if (group <= 0 || group != getpgrp())
    return;
  header.tty_group = group;
  static_assert(sizeof(termios) <= sizeof header.tty_modes);
  termios modes{};
  if (ioctl(tty.get(), TCGETS, &modes) == 0) {
    std::memcpy(header.tty_modes, &modes, sizeof modes);
    header.has_modes = 1;
  }
  header.tty = writer->AddFd(tty.get());
  owned->push_back(std::move(tty));
}

void AddHolds(ProgramWriter* writer, const Ingredients& from, const std::vector<int>& fds) {
  for (std::size_t i = 0; i < from.plan->hold_count; ++i) {
    const sbx_hold& planned = from.plan->holds[i];
    ProgramHold hold{};
    hold.kind = planned.kind;
    hold.fd = fds[static_cast<std::size_t>(planned.fd)];
    hold.fd2 = planned.fd2 >= 0 ? fds[static_cast<std::size_t>(planned.fd2)] : -1;
    hold.access = planned.access;
    if (from.launch->identity) {
      hold.has_owner = 1;
      hold.uid = from.launch->identity->uid;
      hold.gid = from.launch->identity->gid;
    }
    writer->AddHold(hold, View(planned.name));
  }
}

// The start of both programs that a reaper gets.
std::vector<int> Begin(ProgramWriter* writer, const Ingredients& from, Prepared* prepared,
                       int error_fd) {
  NotePlacement(&writer->header().placement);
  writer->header().control = writer->AddFd(from.control_fd);
  if (from.say_hello && from.plan != nullptr && from.plan->listen != 0) {
    writer->header().flags |= kSayHello;
  }
  if (from.weaken->keep_descriptors)
    writer->header().flags |= kKeepDescriptors;
  if (from.weaken->no_tree_kill)
    writer->header().flags |= kNoTreeKill;
  AddTerminal(writer, *from.launch, &prepared->owned);
  const int stdio[3] = {writer->AddFd(from.stdio[0]), writer->AddFd(from.stdio[1]),
                        writer->AddFd(error_fd)};
  const Stream* streams[3] = {&from.launch->in, &from.launch->out, &from.launch->err};
  for (int i = 0; i < 3; ++i) {
    const bool added = i < 2 || error_fd == from.stdio[2];
    writer->header().streams[i] = streams[i]->kind != Stream::Kind::kInherit ? -1
                                  : added                                    ? stdio[i]
                                          : writer->AddFd(from.stdio[i]);
  }
  if (!from.launch->terminal)
    writer->AddStep(SBX_STEP_SESSION);
  for (int i = 0; i < 3; ++i) {
    writer->AddStep(SBX_STEP_DUP, stdio[i], {}, static_cast<std::uint64_t>(i));
  }
  std::vector<int> fds;
  if (from.plan == nullptr)
    return fds;
  for (std::size_t i = 0; i < from.plan->fd_count; ++i) {
    fds.push_back(writer->AddFd(from.plan->fds[i]));
  }
  AddHolds(writer, from, fds);
  return fds;
}

StepKinds KindsOf(const ProgramWriter& writer) {
  StepKinds kinds;
  for (const ProgramStep& step : writer.steps())
    kinds.push_back(step.kind);
  return kinds;
}

std::vector<std::string> PlannedEnv(const Ingredients& from) {
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < from.plan->env_count; ++i) {
    entries.emplace_back(View(from.plan->env[i]));
  }
  return MergeEnv(from.launch->env, entries);
}

void SetRequests(ProgramWriter* writer, int fd) {
  writer->header().flags |= kIsFence;
  writer->header().requests = writer->AddFd(fd);
}

void SetTargetCommand(ProgramWriter* writer, const Ingredients& from) {
  std::vector<std::string> merged;
  const bool changed = from.plan != nullptr && from.plan->env_count > 0;
  if (changed)
    merged = PlannedEnv(from);
  const std::vector<std::string>& env = changed ? merged : from.launch->env;
  const bool limited =
      from.policy != nullptr && from.policy->policy().limits.open_files && !from.weaken->no_limits;
  if (from.launch->open_files && !limited) {
    writer->header().has_nofile = 1;
    writer->header().nofile_soft = *from.launch->open_files;
  }
  writer->SetCommand(Candidates(from.launch->argv.front(), env), from.launch->argv, env);
}

Result<UniqueFd> MemoryFile(const std::string& bytes) {
  UniqueFd fd(memfd_create("sbx-program", MFD_CLOEXEC));
  if (!fd.valid())
    return FailOs(errno, "make a memory file for the launch");
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t wrote = write(fd.get(), bytes.data() + done, bytes.size() - done);
    if (wrote < 0 && errno == EINTR)
      continue;
    if (wrote <= 0)
      return FailOs(errno, "fill a memory file for the launch");
    done += static_cast<std::size_t>(wrote);
  }
  return fd;
}

Prepared ComposeSteps(const Ingredients& from) {
  Prepared prepared;
  ProgramWriter writer;
  const std::vector<int> fds = Begin(&writer, from, &prepared, from.stdio[2]);
  AddLimits(&writer, from);
  AddIdentity(&writer, from, from.plan != nullptr && !from.weaken->keep_capabilities);
  writer.AddStep(SBX_STEP_DEATH_SIGNAL, -1, {}, SIGKILL);
  AddChdir(&writer, from);
  if (from.plan != nullptr)
    AddConfinement(&writer, from, fds, writer.header().control);
  if (!from.weaken->keep_descriptors)
    writer.AddStep(SBX_STEP_CLOSE_FROM, -1, {}, 3);
  if (from.launch->requests_fd >= 0)
    SetRequests(&writer, from.launch->requests_fd);
  SetTargetCommand(&writer, from);
  prepared.steps = KindsOf(writer);
  prepared.fds = writer.fds();
  prepared.program = writer.Finish();
  return prepared;
}

// Numbers inside: the plan's descriptors from SBX_WRAP_FD_BASE on, then ours.
Result<Prepared> ComposeWrap(const Ingredients& from) {
  Prepared prepared;
  const int base = SBX_WRAP_FD_BASE;
  const int count = static_cast<int>(from.plan->fd_count);
  const int error_number = base + count;
  const int status_number = error_number + 1;
  const int helper_number = error_number + 2;
  const int program_number = error_number + 3;
  const int requests_number = error_number + 4;

  ProgramWriter inner;
  NotePlacement(&inner.header().placement);
  inner.header().control = inner.AddFd(status_number);
  inner.header().tty = -1;
  if (from.weaken->keep_descriptors)
    inner.header().flags |= kKeepDescriptors;
  const int error = inner.AddFd(error_number);
  // Only what a step uses: the wrapper has closed some of its own by then.
  std::vector<int> inner_fds(static_cast<std::size_t>(count), -1);
  for (std::size_t i = 0; i < from.plan->step_count; ++i) {
    const int used = from.plan->steps[i].fd;
    if (used >= 0 && inner_fds[static_cast<std::size_t>(used)] < 0) {
      inner_fds[static_cast<std::size_t>(used)] = inner.AddFd(base + used);
    }
  }
  inner.AddStep(SBX_STEP_DUP, error, {}, 2);
  AddLimits(&inner, from);
  AddChdir(&inner, from);
  AddConfinement(&inner, from, inner_fds, inner.header().control);
  if (!from.weaken->keep_descriptors)
    inner.AddStep(SBX_STEP_CLOSE_FROM, -1, {}, 3);
  if (from.launch->requests_fd >= 0)
    SetRequests(&inner, requests_number);
  SetTargetCommand(&inner, from);
  prepared.inner_steps = KindsOf(inner);
  Result<UniqueFd> memory = MemoryFile(inner.Finish());
  if (!memory)
    return memory.failure();

  ProgramWriter outer;
  const std::vector<int> fds = Begin(&outer, from, &prepared, from.wrapper_error_fd);
  outer.header().flags |= kIsWrapper;
  AddIdentity(&outer, from, false);
  outer.AddStep(SBX_STEP_DEATH_SIGNAL, -1, {}, SIGKILL);
  const auto pass = [&](int index, int number) {
    outer.AddStep(SBX_STEP_DUP, index, {}, static_cast<std::uint64_t>(number));
  };
  for (int i = 0; i < count; ++i)
    pass(fds[static_cast<std::size_t>(i)], base + i);
  pass(outer.AddFd(from.stdio[2]), error_number);
  pass(outer.AddFd(from.status_fd), status_number);
  pass(outer.AddFd(from.helper_fd), helper_number);
  pass(outer.AddFd(memory->get()), program_number);
  int last_number = program_number;
  if (from.launch->requests_fd >= 0) {
    last_number = requests_number;
    pass(outer.AddFd(from.launch->requests_fd), requests_number);
  }
  outer.AddStep(SBX_STEP_CLOSE_FROM, -1, {}, static_cast<std::uint64_t>(last_number) + 1);

  std::vector<std::string> argv;
  for (std::size_t i = 0; i < from.plan->wrap_count; ++i)
    argv.emplace_back(View(from.plan->wrap[i]));
  argv.insert(argv.end(), {"--", "/proc/self/fd/" + std::to_string(helper_number), "inside",
                           std::to_string(program_number)});
  outer.SetCommand({argv.front()}, argv, {std::string(kWrapperPath)});
  prepared.steps = KindsOf(outer);
  prepared.fds = outer.fds();
  prepared.program = outer.Finish();
  prepared.owned.push_back(std::move(*memory));
  return prepared;
}

}  // namespace

bool ListenerRequired(const ResolvedPolicy& policy, std::uint32_t listen) {
  sbx_restrictions held = 0;
  if ((listen & SBX_LISTEN_UNIX) != 0)
    held |= SBX_IPC_UNIX;
  if ((listen & SBX_LISTEN_METADATA) != 0)
    held |= SBX_FS_METADATA;
  if ((listen & SBX_LISTEN_SCHEDULE) != 0)
    held |= SBX_PROC_SIGNAL;
  return (policy.required() & held) != 0;
}

Result<Prepared> Compose(const Ingredients& from) {
  if (from.launch->argv.empty())
    return Fail(SBX_E_INVALID, "run nothing", {}, "name a command");
  for (const std::string& word : from.launch->argv) {
    if (word.find('\0') == std::string::npos)
      continue;
    return Fail(SBX_E_INVALID, "pass a word with a zero byte to", from.launch->argv.front());
  }
  if (from.plan == nullptr || from.plan->kind == SBX_PLAN_STEPS) {
    Prepared prepared = ComposeSteps(from);
    for (const std::uint32_t kind : prepared.steps)
      prepared.listens |= kind == SBX_STEP_LISTENER;
    return prepared;
  }
  if (from.plan->kind != SBX_PLAN_WRAP || from.plan->wrap_count == 0) {
    return Fail(SBX_E_UNSUPPORTED, "carry out a plan of an unknown kind");
  }
  Result<Prepared> prepared = ComposeWrap(from);
  if (!prepared)
    return prepared;
  for (const std::uint32_t kind : prepared->inner_steps) {
    prepared->listens |= kind == SBX_STEP_LISTENER;
  }
  return prepared;
}

}  // namespace sbx::launch
