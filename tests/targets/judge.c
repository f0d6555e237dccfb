/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attack.h"

int Open(const char* what) {
  printf("open %s\n", what);
  return kOpen;
}

static const char* Name(int error) {
  const char* name = strerrorname_np(error);
  return name != NULL ? name : "?";
}

int Refused(int error, const char* call) {
  printf("refused %s %s\n", Name(error), call);
  return kRefused;
}

int NotApplicable(const char* why) {
  printf("not applicable: %s\n", why);
  return kNotApplicable;
}

int Trouble(const char* call) {
  printf("trouble %s %s\n", Name(errno), call);
  return kTrouble;
}

int Judge(long rc, const char* call, const int* refusals) {
  if (rc >= 0)
    return Open(call);
  const int error = errno;
  for (; *refusals != 0; ++refusals) {
    if (*refusals == error)
      return Refused(error, call);
  }
  errno = error;
  return Trouble(call);
}

int JudgeWays(const struct way* ways, size_t count, const int* refusals) {
  for (size_t i = 0; i < count; ++i) {
    if (ways[i].rc >= 0)
      return Open(ways[i].call);
  }
  int verdict = kTrouble;
  for (size_t i = 0; i < count; ++i) { /* a way that this kernel lacks says nothing */
    if (ways[i].error == ENOSYS && i > 0)
      continue;
    errno = ways[i].error;
    verdict = Judge(-1, ways[i].call, refusals);
    if (verdict != kRefused)
      return verdict;
  }
  return verdict;
}

int Contains(int fd, const char* canary) {
  static char text[1 << 20];
  size_t size = 0;
  while (size < sizeof text) {
    const ssize_t got = read(fd, text + size, sizeof text - size);
    if (got < 0)
      return -1;
    if (got == 0)
      break;
    size += (size_t)got;
  }
  return memmem(text, size, canary, strlen(canary)) != NULL;
}

int JudgeContent(int fd, const char* call, const char* canary, const int* refusals) {
  if (fd < 0)
    return Judge(-1, call, refusals);
  const int found = Contains(fd, canary);
  close(fd);
  if (found < 0)
    return Judge(-1, "read", refusals);
  return found ? Open(call) : Refused(ENODATA, call);
}

unsigned long Number(const char* text) {
  return strtoul(text, NULL, 0);
}
