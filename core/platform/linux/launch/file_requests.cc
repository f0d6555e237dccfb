// SPDX-License-Identifier: MIT
#include "core/platform/file_requests.hpp"

#include <fcntl.h>
#include <linux/fs.h>
#include <sched.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/platform/linux/launch/file_request.h"

namespace sbx {
namespace {

using launch::FileAnswer;
using launch::FileCall;
using launch::FileRequest;

std::uint32_t Number(FileCall call) {
  return static_cast<std::uint32_t>(call);
}

// A path that the kernel would not take either, or that is two.
int Unfit(const std::string* path) {
  if (path == nullptr)
    return 0;
  if (path->empty())
    return ENOENT;
  if (path->size() >= launch::kPathBytes)
    return ENAMETOOLONG;
  return path->find('\0') == std::string::npos ? 0 : EINVAL;
}

// `pid`: of whoever answers, where the socket was told to ask the kernel for it.
FileReply Receive(int socket_fd, int* pid) {
  FileReply reply;
  FileAnswer answer{};
  iovec vector = {&answer, sizeof answer};
  alignas(cmsghdr) char control[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(ucred))];
  msghdr message{};
  message.msg_iov = &vector;
  message.msg_iovlen = 1;
  message.msg_control = control;
  message.msg_controllen = sizeof control;
  ssize_t got = 0;
  do {
    got = recvmsg(socket_fd, &message, MSG_CMSG_CLOEXEC);
  } while (got < 0 && errno == EINTR);
  const int error = errno;
  if (got != static_cast<ssize_t>(sizeof answer)) {
    reply.lost = true;
    reply.error = got < 0 && error == EAGAIN ? ETIMEDOUT : ECANCELED;
    return reply;
  }
  for (cmsghdr* head = CMSG_FIRSTHDR(&message); head != nullptr;
       head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_RIGHTS) {
      int fd = -1;
      std::memcpy(&fd, CMSG_DATA(head), sizeof fd);
      reply.fd.reset(fd);
    } else if (head->cmsg_level == SOL_SOCKET && head->cmsg_type == SCM_CREDENTIALS) {
      ucred sender{};
      std::memcpy(&sender, CMSG_DATA(head), sizeof sender);
      *pid = sender.pid;
    }
  }
  reply.error = answer.error;
  return reply;
}

}  // namespace

Result<FileRequests> FileRequests::Make() {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
    return FailOs(errno, "make a socket pair");
  FileRequests made;
  made.ours_.reset(ends[0]);
  made.theirs_.reset(ends[1]);
  return made;
}

void FileRequests::SetPatience(std::chrono::milliseconds patience) {
  const std::int64_t ms = std::max<std::int64_t>(patience.count(), 1);
  const timeval time = {static_cast<time_t>(ms / 1000), static_cast<suseconds_t>(ms % 1000) * 1000};
  for (const int option : {SO_RCVTIMEO, SO_SNDTIMEO})
    setsockopt(ours_.get(), SOL_SOCKET, option, &time, sizeof time);
}

void FileRequests::Cancel() {
  shutdown(ours_.get(), SHUT_RDWR);
}

FileReply FileRequests::Ask(std::uint32_t call, std::uint32_t flags, std::uint32_t mode,
                            const std::string* first, const std::string* second) {
  FileReply reply;
  reply.error = Unfit(first);
  if (reply.error == 0)
    reply.error = Unfit(second);
  if (reply.error != 0)
    return reply;
  Follow();
  FileRequest head = {static_cast<FileCall>(call), flags, mode, 0, 0};
  iovec parts[3] = {{&head, sizeof head}, {nullptr, 0}, {nullptr, 0}};
  const auto put = [](const std::string* path, std::uint32_t* size, iovec* part) {
    if (path == nullptr)
      return;
    *size = static_cast<std::uint32_t>(path->size() + 1);
    *part = {const_cast<char*>(path->c_str()), path->size() + 1};
  };
  put(first, &head.first, &parts[1]);
  put(second, &head.second, &parts[2]);
  msghdr message{};
  message.msg_iov = parts;
  message.msg_iovlen = 3;
  ssize_t sent = 0;
  do {
    sent = sendmsg(ours_.get(), &message, MSG_NOSIGNAL);
  } while (sent < 0 && errno == EINTR);
  if (sent < 0) {
    reply.not_asked = true;
    reply.error = ECANCELED;
    return reply;
  }
  return Receive(ours_.get(), &pid_);
}

FileReply FileRequests::Hello() {
  int wanted = 1;
  setsockopt(ours_.get(), SOL_SOCKET, SO_PASSCRED, &wanted, sizeof wanted);
  FileReply reply = Ask(Number(FileCall::kHello), 0, 0, nullptr, nullptr);
  wanted = 0;
  setsockopt(ours_.get(), SOL_SOCKET, SO_PASSCRED, &wanted, sizeof wanted);
  return reply;
}

// The two take turns and never work at once: waking another processor would cost more
// than what is to be done there. Where that may not be said it is only slower.
void FileRequests::Follow() {
  const int here = sched_getcpu();
  if (here < 0 || here >= CPU_SETSIZE || here == processor_ || pid_ <= 0)
    return;
  processor_ = here;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(here, &one);
  sched_setaffinity(pid_, sizeof one, &one);
}

FileReply FileRequests::Open(const std::string& path, const OpenMode& how) {
  std::uint32_t flags = O_RDONLY;
  if (how.write)
    flags = how.read ? O_RDWR : O_WRONLY;
  const std::pair<bool, std::uint32_t> bits[] = {
      {how.create, O_CREAT},  {how.exclusive, O_EXCL},      {how.truncate, O_TRUNC},
      {how.append, O_APPEND}, {how.directory, O_DIRECTORY}, {how.no_follow, O_NOFOLLOW},
  };
  for (const auto& [wanted, bit] : bits)
    flags |= wanted ? bit : 0;
  FileReply reply = Ask(Number(FileCall::kOpen), flags, how.mode & 0777, &path, nullptr);
  if (reply.error == 0 && !reply.fd.valid()) {
    reply.error = EMFILE;  // there was no room for the descriptor in this process
  }
  return reply;
}

FileReply FileRequests::MakeDirectory(const std::string& path, std::uint32_t mode) {
  return Ask(Number(FileCall::kMakeDir), 0, mode & 01777, &path, nullptr);
}

FileReply FileRequests::Rename(const std::string& from, const std::string& to, Replace replace) {
  const std::uint32_t flags = replace == Replace::kYes  ? 0
                              : replace == Replace::kNo ? RENAME_NOREPLACE
                                                        : RENAME_EXCHANGE;
  return Ask(Number(FileCall::kRename), flags, 0, &from, &to);
}

FileReply FileRequests::Remove(const std::string& path, bool directory) {
  return Ask(Number(FileCall::kRemove), directory ? AT_REMOVEDIR : 0, 0, &path, nullptr);
}

}  // namespace sbx
