/* SPDX-License-Identifier: MIT
 *
 * Ways to a network. The servers are on the loopback interface of the host;
 * an answer, or a connection, proves that it was reached. */
#define _GNU_SOURCE
#include <linux/if_ether.h>
#include <linux/netlink.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "attack.h"

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif
#ifndef AF_VSOCK
#define AF_VSOCK 40
#endif

/* Where the server was reached a moment ago, these can only be a wall. */
#define NET_REFUSALS                                                                            \
  ERRNOS(EACCES, EPERM, EAFNOSUPPORT, EPROTONOSUPPORT, ENETUNREACH, EHOSTUNREACH, ECONNREFUSED, \
         EADDRNOTAVAIL, ENETDOWN)

static struct sockaddr_in Loopback(const char* port) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)Number(port))};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  return address;
}

static int ConnectBy(int protocol, const char* port) {
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, protocol);
  if (fd < 0)
    return Judge(-1, "socket", NET_REFUSALS);
  const struct sockaddr_in to = Loopback(port);
  return Judge(connect(fd, (const struct sockaddr*)&to, sizeof to), "connect", NET_REFUSALS);
}

ATTACK(Tcp) {
  return (void)argc, ConnectBy(IPPROTO_TCP, argv[0]);
}

ATTACK(Mptcp) {
  return (void)argc, ConnectBy(IPPROTO_MPTCP, argv[0]);
}

ATTACK(Tcp6) {
  (void)argc;
  const int fd = socket(AF_INET6, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return Judge(-1, "socket", NET_REFUSALS);
  struct sockaddr_in6 to = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)Number(argv[0]))};
  to.sin6_addr = in6addr_loopback;
  return Judge(connect(fd, (const struct sockaddr*)&to, sizeof to), "connect", NET_REFUSALS);
}

/* connect() is never called: the address goes with the first bytes. */
ATTACK(FastOpen) {
  (void)argc;
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return Judge(-1, "socket", NET_REFUSALS);
  const struct sockaddr_in to = Loopback(argv[0]);
  return Judge(sendto(fd, "x", 1, MSG_FASTOPEN, (const struct sockaddr*)&to, sizeof to),
               "sendto with MSG_FASTOPEN", NET_REFUSALS);
}

/* Sending alone always works: the server's answer is the proof. */
ATTACK(Udp) {
  (void)argc;
  const int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return Judge(-1, "socket", NET_REFUSALS);
  const struct sockaddr_in to = Loopback(argv[0]);
  const struct timeval patience = {1, 0};
  setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (sendto(fd, "x", 1, 0, (const struct sockaddr*)&to, sizeof to) < 0) {
    return Judge(-1, "sendto", NET_REFUSALS);
  }
  char answer;
  if (recv(fd, &answer, 1, 0) == 1)
    return Open("an answer by UDP");
  if (errno == EAGAIN)
    errno = ENETUNREACH;
  return Judge(-1, "answer by UDP", NET_REFUSALS);
}

/* Listening in a network of its own reaches nobody. */
static int BindBy(int type, const char* network) {
  const int fd = socket(AF_INET, type | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return Judge(-1, "socket", NET_REFUSALS);
  const struct sockaddr_in at = Loopback("0");
  if (bind(fd, (const struct sockaddr*)&at, sizeof at) != 0) {
    return Judge(-1, "bind", NET_REFUSALS);
  }
  if (type == SOCK_STREAM && listen(fd, 1) != 0)
    return Judge(-1, "listen", NET_REFUSALS);
  struct stat here;
  if (stat("/proc/self/ns/net", &here) != 0)
    return Trouble("stat of the network namespace");
  return here.st_ino == Number(network) ? Open("listen") : Refused(ENETUNREACH, "listen");
}

ATTACK(Bind) {
  return (void)argc, BindBy(SOCK_STREAM, argv[0]);
}

ATTACK(BindUdp) {
  return (void)argc, BindBy(SOCK_DGRAM, argv[0]);
}

static int Made(int family, int type, int protocol, const char* call) {
  return Judge(socket(family, type | SOCK_CLOEXEC, protocol), call, NET_REFUSALS);
}

ATTACK(Raw) {
  return (void)argc, (void)argv, Made(AF_INET, SOCK_RAW, IPPROTO_ICMP, "raw socket");
}

ATTACK(Packet) {
  return (void)argc, (void)argv, Made(AF_PACKET, SOCK_RAW, htons(ETH_P_ALL), "packet socket");
}

ATTACK(Vsock) {
  return (void)argc, (void)argv, Made(AF_VSOCK, SOCK_STREAM, 0, "vsock socket");
}

ATTACK(Icmp) {
  return (void)argc, (void)argv, Made(AF_INET, SOCK_DGRAM, IPPROTO_ICMP, "ping socket");
}

ATTACK(Netlink) {
  return (void)argc, (void)argv,
         Made(AF_NETLINK, SOCK_RAW, NETLINK_KOBJECT_UEVENT, "netlink socket for device events");
}
