/* SPDX-License-Identifier: MIT
 *
 * What the attacks are aimed at: a process with servers, shared objects and a
 * key. It says on one line where they are, and takes everything with it when
 * its standard input ends, so that nothing outlives the one who started it. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/keyctl.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <unistd.h>

#include "attack.h"

static char g_canary[64];  /* to be read */
static char g_scratch[64]; /* to be written */
static int g_count_fd = -1;

static void Count(int number) {
  (void)number;
  const int saved = errno;
  if (write(g_count_fd, "x", 1) < 0)
    errno = 0;
  errno = saved;
}

static int ListenUnix(const char* path, int type) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path)
    return -1;
  strcpy(address.sun_path, path);
  const socklen_t size =
      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path) + (path[0] == '@' ? 0 : 1));
  if (path[0] == '@')
    address.sun_path[0] = '\0';
  const int fd = socket(AF_UNIX, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0 || bind(fd, (struct sockaddr*)&address, size) != 0)
    return -1;
  return type == SOCK_DGRAM || listen(fd, 64) == 0 ? fd : -1;
}

static int ListenInet(int family, int type, int* port) {
  struct sockaddr_storage address;
  memset(&address, 0, sizeof address);
  address.ss_family = (sa_family_t)family;
  if (family == AF_INET) {
    ((struct sockaddr_in*)&address)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  } else {
    ((struct sockaddr_in6*)&address)->sin6_addr = in6addr_loopback;
  }
  socklen_t size = family == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6);
  const int fd = socket(family, type | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
  if (fd < 0 || bind(fd, (struct sockaddr*)&address, size) != 0)
    return -1;
  if (type == SOCK_STREAM && listen(fd, 64) != 0)
    return -1;
  getsockname(fd, (struct sockaddr*)&address, &size);
  *port = ntohs(family == AF_INET ? ((struct sockaddr_in*)&address)->sin_port
                                  : ((struct sockaddr_in6*)&address)->sin6_port);
  return fd;
}

static long MakeKey(const char* description) {
  const long key =
      syscall(SYS_add_key, "user", description, g_canary, strlen(g_canary), KEY_SPEC_USER_KEYRING);
  if (key > 0) { /* readable by its user, whoever possesses it */
    syscall(SYS_keyctl, KEYCTL_SETPERM, key, 0x3f3f0000);
  }
  return key;
}

/* Like a terminal multiplexer: does, outside, what a client asks for. */
static void Serve(int fd) {
  char path[4096];
  const ssize_t size = recv(fd, path, sizeof path - 1, 0);
  if (size <= 0)
    return;
  path[size] = '\0';
  const int made = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  if (made >= 0) {
    close(made);
    send(fd, "done", 4, MSG_NOSIGNAL);
  }
}

ATTACK(Victim) {
  (void)argc;
  const char* tag = argv[2];
  char path[4096], name[128], mq_name[128];
  prctl(PR_SET_NAME, "sbx-victim");
  prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY); /* so that Yama does not answer for us */
  snprintf(g_canary, sizeof g_canary, "sbx-canary-%s", tag);
  g_count_fd = open(argv[1], O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  const struct sigaction action = {.sa_handler = Count, .sa_flags = SA_RESTART};
  if (g_count_fd < 0 || sigaction(SIGUSR1, &action, NULL) != 0 || chdir(argv[0]) != 0) {
    return Trouble("setting up");
  }
  int tcp = 0, tcp6 = 0, udp = 0;
  struct pollfd all[9];
  memset(all, 0, sizeof all);
  snprintf(path, sizeof path, "%s/stream.sock", argv[0]);
  all[1].fd = ListenUnix(path, SOCK_STREAM);
  snprintf(name, sizeof name, "@sbx-attack-%s", tag);
  all[2].fd = ListenUnix(name, SOCK_STREAM);
  snprintf(path, sizeof path, "%s/tmux/default", argv[0]);
  all[3].fd = ListenUnix(path, SOCK_STREAM);
  snprintf(path, sizeof path, "%s/dgram.sock", argv[0]);
  all[4].fd = ListenUnix(path, SOCK_DGRAM);
  if (all[1].fd < 0 || all[2].fd < 0 || all[3].fd < 0 || all[4].fd < 0) {
    return Trouble("Unix sockets");
  }
  all[5].fd = ListenInet(AF_INET, SOCK_STREAM, &tcp);
  all[6].fd = ListenInet(AF_INET6, SOCK_STREAM, &tcp6);
  all[7].fd = ListenInet(AF_INET, SOCK_DGRAM, &udp);
  for (int i = 0; i < 8; ++i)
    all[i].events = POLLIN;

  const key_t key = (key_t)(0x5b000000 | (getpid() & 0xffffff));
  const int shm = shmget(key, 4096, IPC_CREAT | IPC_EXCL | 0600);
  if (shm >= 0) {
    char* memory = shmat(shm, NULL, 0);
    if (memory != (void*)-1)
      strcpy(memory, g_canary);
  }
  const int msg = msgget(key, IPC_CREAT | IPC_EXCL | 0600);
  const int sem = semget(key, 1, IPC_CREAT | IPC_EXCL | 0600);
  snprintf(mq_name, sizeof mq_name, "/sbx-attack-%s", tag);
  const mqd_t mq = mq_open(mq_name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600, NULL);
  snprintf(name, sizeof name, "sbx-attack-%s", tag);
  const long serial = MakeKey(name);
  const int secret = open("secret/file", O_RDONLY | O_CLOEXEC);
  printf("%d %p %p %d %d %d %d %d %s %ld\n", getpid(), (void*)g_canary, (void*)g_scratch, secret,
         tcp, tcp6, udp, key, mq == (mqd_t)-1 ? "none" : mq_name, serial);

  while (1) {
    if (poll(all, 8, -1) < 0)
      continue;
    if (all[0].revents != 0)
      break; /* standard input: the one who started it is gone */
    char bytes[256];
    if (all[4].revents & POLLIN)
      recv(all[4].fd, bytes, sizeof bytes, 0);
    if (all[7].revents & POLLIN) {
      struct sockaddr_storage from;
      socklen_t size = sizeof from;
      if (recvfrom(all[7].fd, bytes, sizeof bytes, 0, (struct sockaddr*)&from, &size) > 0) {
        sendto(all[7].fd, "x", 1, 0, (struct sockaddr*)&from, size);
      }
    }
    static const int kStreams[] = {1, 2, 3, 5, 6};
    for (size_t i = 0; i < sizeof kStreams / sizeof kStreams[0]; ++i) {
      if (!(all[kStreams[i]].revents & POLLIN))
        continue;
      const int fd = accept4(all[kStreams[i]].fd, NULL, NULL, SOCK_CLOEXEC);
      if (fd >= 0 && kStreams[i] == 3)
        Serve(fd);
      if (fd >= 0)
        close(fd);
    }
  }
  if (shm >= 0)
    shmctl(shm, IPC_RMID, NULL);
  if (msg >= 0)
    msgctl(msg, IPC_RMID, NULL);
  if (sem >= 0)
    semctl(sem, 0, IPC_RMID);
  if (mq != (mqd_t)-1)
    mq_unlink(mq_name);
  if (serial > 0) {
    syscall(SYS_keyctl, KEYCTL_REVOKE, serial);
    syscall(SYS_keyctl, KEYCTL_UNLINK, serial, KEY_SPEC_USER_KEYRING);
  }
  return 0;
}
