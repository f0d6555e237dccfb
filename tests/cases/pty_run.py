#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs a command on a terminal of its own: pty_run.py STEP… -- COMMAND…
Steps, in order: size=ROWSxCOLUMNS (first), expect=REGEX, send=TEXT (with Python
escapes), resize=ROWSxCOLUMNS, signal=NAME (to the command), foreground=PAUSE.
Prints what the terminal showed and ends as the command did; 98: a step was
waited for in vain (8 s)."""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time

LIMIT = 8.0


def set_size(fd, text):
    rows, columns = map(int, text.split("x"))
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def main():
    split = sys.argv.index("--")
    steps, command = sys.argv[1:split], sys.argv[split + 1:]
    size = "24x80"
    if steps and steps[0].startswith("size="):
        size = steps.pop(0)[5:]
    gate_read, gate_write = os.pipe()
    pid, master = pty.fork()
    if pid == 0:
        os.close(gate_write)
        os.read(gate_read, 1)
        os.close(gate_read)
        os.execvp(command[0], command)
    os.close(gate_read)
    set_size(master, size)
    os.close(gate_write)

    shown, position, status, failed = b"", 0, None, None
    deadline = time.monotonic() + LIMIT

    def pump(wait):
        nonlocal shown
        ready, _, _ = select.select([master], [], [], wait)
        if not ready:
            return True
        try:
            data = os.read(master, 65536)
        except OSError:
            return False
        shown += data
        return bool(data)

    open_ = True
    for step in steps:
        verb, _, argument = step.partition("=")
        if verb == "expect":
            pattern = re.compile(argument.encode())
            deadline = time.monotonic() + LIMIT
            while True:
                found = pattern.search(shown, position)
                if found:
                    position = found.end()
                    break
                if not open_ or time.monotonic() > deadline:
                    failed = step
                    break
                open_ = pump(0.1)
        elif verb == "send":
            os.write(master, argument.encode().decode("unicode_escape").encode())
        elif verb == "resize":
            set_size(master, argument)
        elif verb == "signal":
            os.kill(pid, getattr(signal, argument))
        if failed:
            break
    deadline = time.monotonic() + LIMIT
    while not failed and time.monotonic() < deadline:
        if open_:
            open_ = pump(0.05)
        done, value = os.waitpid(pid, os.WNOHANG)
        if done:
            status = value
            while open_ and select.select([master], [], [], 0.05)[0]:
                open_ = pump(0)
            break
        if not open_:
            time.sleep(0.02)
    if status is None:
        failed = failed or "the end"
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
    sys.stdout.buffer.write(shown.replace(b"\r\n", b"\n"))
    sys.stdout.flush()
    if failed:
        print("\npty_run: waited in vain for", failed, file=sys.stderr)
        return 98
    return os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)


sys.exit(main())
