// SPDX-License-Identifier: MIT
#include <sys/signalfd.h>
#include <unistd.h>

#include <csignal>
#include <cstring>

#include "core/platform/host.hpp"

namespace sbx {
namespace {

constexpr int kTaken[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2};

}  // namespace

SignalEvents::SignalEvents() {
  sigset_t set;
  sigemptyset(&set);
  for (const int number : kTaken)
    sigaddset(&set, number);
  static_assert(sizeof(sigset_t) <= sizeof saved_);
  sigset_t before;
  pthread_sigmask(SIG_BLOCK, &set, &before);
  std::memcpy(saved_.data(), &before, sizeof before);
  signal_fd_ = signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

SignalEvents::~SignalEvents() {
  if (signal_fd_ >= 0)
    close(signal_fd_);
  sigset_t before;
  std::memcpy(&before, saved_.data(), sizeof before);
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

SignalEvent SignalEvents::Take() {
  signalfd_siginfo info{};
  if (read(signal_fd_, &info, sizeof info) != static_cast<ssize_t>(sizeof info))
    return {};
  // SI_KERNEL: the terminal sent it to the whole foreground group, the target
  // included, which must not get it a second time. A hang-up goes to the leader
  // of the session alone, so it is passed on.
  const bool from_terminal =
      info.ssi_code == SI_KERNEL && (info.ssi_signo == SIGINT || info.ssi_signo == SIGQUIT);
  if (from_terminal)
    return {};
  const bool hung_up = info.ssi_code == SI_KERNEL && info.ssi_signo == SIGHUP;
  return {static_cast<int>(info.ssi_signo), hung_up || info.ssi_signo == SIGTERM};
}

}  // namespace sbx
