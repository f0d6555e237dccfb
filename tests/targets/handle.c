/* SPDX-License-Identifier: MIT
 *
 * A file by its handle: no name is walked, so no mask is met. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attack.h"

ATTACK(Handle) {
  (void)argc;
  struct file_handle* handle = malloc(sizeof *handle + MAX_HANDLE_SZ);
  handle->handle_bytes = MAX_HANDLE_SZ;
  int mount_id;
  if (name_to_handle_at(AT_FDCWD, argv[0], handle, &mount_id, 0) != 0) {
    return NotApplicable("the file system gives no handles");
  }
  printf("%d ", handle->handle_type);
  for (unsigned i = 0; i < handle->handle_bytes; ++i)
    printf("%02x", handle->f_handle[i]);
  printf("\n");
  return 0;
}

ATTACK(OpenByHandle) {
  (void)argc;
  if (strlen(argv[2]) == 0)
    return NotApplicable("the file system gives no handles");
  struct file_handle* handle = malloc(sizeof *handle + MAX_HANDLE_SZ);
  handle->handle_type = atoi(argv[1]);
  handle->handle_bytes = (unsigned)(strlen(argv[2]) / 2);
  if (handle->handle_bytes > MAX_HANDLE_SZ)
    return errno = EINVAL, Trouble("handle");
  for (unsigned i = 0; i < handle->handle_bytes; ++i) {
    const char digits[3] = {argv[2][2 * i], argv[2][2 * i + 1], '\0'};
    handle->f_handle[i] = (unsigned char)strtoul(digits, NULL, 16);
  }
  const int dir = open(argv[0], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (dir < 0)
    return Trouble("open of the directory");
  return JudgeContent(open_by_handle_at(dir, handle, O_RDONLY | O_CLOEXEC), "open_by_handle_at",
                      argv[3], ERRNOS(EPERM, EACCES, ENOSYS, ESTALE));
}
