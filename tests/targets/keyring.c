/* SPDX-License-Identifier: MIT
 *
 * Keys of the caller: by number, by search from its keyrings, and adding one. */
#define _GNU_SOURCE
#include <linux/keyctl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "attack.h"

#define KEY_REFUSALS ERRNOS(EPERM, EACCES, ENOKEY, ENOSYS)

static int ReadKey(long serial, const char* canary, const char* call) {
  char got[64];
  const long size = syscall(SYS_keyctl, KEYCTL_READ, serial, got, sizeof got);
  if (size < 0)
    return Judge(-1, call, KEY_REFUSALS);
  const int same = (size_t)size == strlen(canary) && memcmp(got, canary, (size_t)size) == 0;
  return same ? Open(call) : Refused(ENODATA, call);
}

ATTACK(KeyctlRead) {
  (void)argc;
  if (atol(argv[0]) <= 0)
    return NotApplicable("no key can be made here");
  return ReadKey(atol(argv[0]), argv[1], "keyctl read");
}

ATTACK(KeyctlSearch) {
  (void)argc;
  static const long kRings[] = {KEY_SPEC_SESSION_KEYRING, KEY_SPEC_USER_KEYRING,
                                KEY_SPEC_USER_SESSION_KEYRING};
  int verdict = kTrouble;
  for (size_t i = 0; i < sizeof kRings / sizeof kRings[0]; ++i) {
    const long serial = syscall(SYS_keyctl, KEYCTL_SEARCH, kRings[i], "user", argv[0], 0);
    verdict = serial < 0 ? Judge(-1, "keyctl search", KEY_REFUSALS)
                         : ReadKey(serial, argv[1], "keyctl search");
    if (verdict != kRefused)
      return verdict;
  }
  return verdict;
}

ATTACK(AddKey) {
  (void)argc, (void)argv;
  const long serial =
      syscall(SYS_add_key, "user", "sbx-attack-added", "x", 1, KEY_SPEC_USER_KEYRING);
  if (serial < 0)
    return Judge(-1, "add_key", KEY_REFUSALS);
  syscall(SYS_keyctl, KEYCTL_UNLINK, serial, KEY_SPEC_USER_KEYRING);
  return Open("add_key");
}
