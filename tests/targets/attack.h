/* SPDX-License-Identifier: MIT
 *
 * One attack each: a tiny program tries one thing that a sandbox must refuse,
 * and says which of four things happened. Refused and broken are different
 * answers: every attack names the errnos that mean "refused", anything else is
 * trouble. */
#ifndef SBX_TESTS_TARGETS_ATTACK_H_
#define SBX_TESTS_TARGETS_ATTACK_H_

#include <errno.h>
#include <stddef.h>

enum {
  kOpen = 0,           /* what should be refused was possible */
  kRefused = 10,       /* prints "refused ERRNO call" */
  kNotApplicable = 20, /* prints why there is nothing to attack here */
  kTrouble = 30,       /* wrong use, or an errno that says nothing */
};

/* A list of errnos that mean refused. */
#define ERRNOS(...) ((const int[]){__VA_ARGS__, 0})
/* ENOENT: the object was there a moment ago, so it is being hidden. */
#define FILE_REFUSALS ERRNOS(EACCES, EPERM, EROFS, ENOENT, EXDEV, EBUSY)

/* The verdict on a call that returned `rc` (negative: errno says why). */
int Judge(long rc, const char* call, const int* refusals);
int Open(const char* what);
int Refused(int error, const char* call);
int NotApplicable(const char* why);
int Trouble(const char* call);

/* Reads all of `fd` (at most 1 MiB) and looks for `canary`: 1 found, 0 not
 * found, -1 with errno. */
int Contains(int fd, const char* canary);

/* The judgement of an open() for reading: the canary must be in it. Content
 * without the canary is a mask, and counts as refused with ENODATA. */
int JudgeContent(int fd, const char* call, const char* canary, const int* refusals);

unsigned long Number(const char* text);

/* The first of `argc` steps that worked, else the verdict on the last errno:
 * for attacks that are one attack by several equal calls. */
struct way {
  const char* call;
  long rc;
  int error;
};
int JudgeWays(const struct way* ways, size_t count, const int* refusals);

#define TRY(way_, call_, expression_) \
  do {                                \
    (way_).call = (call_);            \
    errno = 0;                        \
    (way_).rc = (long)(expression_);  \
    (way_).error = errno;             \
  } while (0)

#define ATTACK(name) int Attack##name(int argc, char** argv)

#endif
