// SPDX-License-Identifier: MIT
// Runs a command and writes the peak memory of it and of all that it waited for to a file,
// in KiB: peak FILE COMMAND… (a small program, since a process is charged with the peak of
// the one that started it).
#include <stdio.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int main(int argc, char** argv) {
  if (argc < 3)
    return 2;
  const pid_t pid = fork();
  if (pid == 0) {
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  int status;
  struct rusage usage;
  if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
    return 2;
  FILE* file = fopen(argv[1], "w");
  if (file == NULL || fprintf(file, "%ld\n", usage.ru_maxrss) < 0 || fclose(file) != 0)
    return 2;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
