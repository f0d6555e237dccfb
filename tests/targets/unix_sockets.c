/* SPDX-License-Identifier: MIT
 *
 * Unix sockets that were made outside. */
#define _GNU_SOURCE
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "attack.h"

/* ECONNREFUSED: nobody listens under that name here, though outside somebody does. */
#define SOCKET_REFUSALS ERRNOS(EACCES, EPERM, ENOENT, ECONNREFUSED)

static socklen_t Address(struct sockaddr_un* address, const char* path) {
  memset(address, 0, sizeof *address);
  address->sun_family = AF_UNIX;
  const size_t size = strnlen(path, sizeof address->sun_path - 1);
  memcpy(address->sun_path, path, size);
  if (path[0] == '@')
    address->sun_path[0] = '\0';
  return (socklen_t)(offsetof(struct sockaddr_un, sun_path) + size + (path[0] == '@' ? 0 : 1));
}

static int Connected(const char* path) {
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  struct sockaddr_un address;
  const socklen_t size = Address(&address, path);
  return connect(fd, (const struct sockaddr*)&address, size) == 0 ? fd : -1;
}

ATTACK(UnixConnect) {
  return (void)argc, Judge(Connected(argv[0]), "connect", SOCKET_REFUSALS);
}

static int SendTo(int fd, const char* path) {
  struct sockaddr_un address;
  const socklen_t size = Address(&address, path);
  return Judge(sendto(fd, "x", 1, 0, (const struct sockaddr*)&address, size), "sendto",
               SOCKET_REFUSALS);
}

ATTACK(UnixDgram) {
  (void)argc;
  const int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return Judge(-1, "socket", SOCKET_REFUSALS);
  return SendTo(fd, argv[0]);
}

/* One end of a pair is a socket as well, and takes an address. */
ATTACK(UnixDgramPair) {
  (void)argc;
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0, ends) != 0) {
    return Judge(-1, "socketpair", SOCKET_REFUSALS);
  }
  return SendTo(ends[0], argv[0]);
}

/* A server that does what it is told, like tmux: it creates FILE outside. */
ATTACK(Tmux) {
  (void)argc;
  const int fd = Connected(argv[0]);
  if (fd < 0)
    return Judge(-1, "connect", SOCKET_REFUSALS);
  char answer[8] = "";
  if (send(fd, argv[1], strlen(argv[1]), 0) < 0)
    return Judge(-1, "send", SOCKET_REFUSALS);
  if (recv(fd, answer, sizeof answer, 0) <= 0)
    return Trouble("recv");
  return strncmp(answer, "done", 4) == 0 ? Open("a command of the server") : Trouble("answer");
}
