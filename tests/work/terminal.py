#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Runs a command on a terminal of its own and carries out a script on it:

    terminal.py [--ends CODE] -- COMMAND… <SCRIPT

A line is a verb and its argument:
    expect REGEX    wait until the terminal shows it, after what was expected last
    refuse REGEX    the terminal has not shown it, from the start
    send TEXT       with Python's escapes
    resize RxC      the size of the window
    front ARGV      wait until the process with exactly these words has the terminal
    front           the same for the command
    state S ARGV    wait until the processes with these words are all in a state of S
    gone ARGV       wait until there is none
    wait            wait until the command has ended
Only processes that carry this lab in their environment count. Prints what was shown;
exit 0, or 1 with the line that was waited for in vain. The time is only that after which
something hangs."""
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

LIMIT = 60.0
LAB = ("SBX_LAB=" + os.environ["SBX_LAB"]).encode()


class Failure(Exception):
    pass


def processes(argv):
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as f:
                if f.read().rstrip(b"\0").split(b"\0") != argv.encode().split():
                    continue
            with open(f"/proc/{entry}/environ", "rb") as f:
                if LAB not in f.read().split(b"\0"):
                    continue
            with open(f"/proc/{entry}/stat") as f:
                fields = f.read().rpartition(")")[2].split()
            found.append((int(entry), fields[0], int(fields[2])))  # id, state, group
        except OSError:
            continue
    return found


class Terminal:
    def __init__(self, command):
        self.shown, self.position, self.status, self.open = b"", 0, None, True
        gate_read, gate_write = os.pipe()
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.close(gate_write)
            os.read(gate_read, 1)
            os.close(gate_read)
            os.execvp(command[0], command)
        os.close(gate_read)
        self.do_resize("24x80")
        os.close(gate_write)

    def pump(self, wait):
        if self.status is None:
            done, status = os.waitpid(self.pid, os.WNOHANG)
            if done:
                self.status = status
        if not self.open:
            time.sleep(wait)
        elif select.select([self.fd], [], [], wait)[0]:
            try:
                data = os.read(self.fd, 65536)
            except OSError:
                data = b""
            self.open = bool(data)
            self.shown += data

    def until(self, condition):
        deadline = time.monotonic() + LIMIT
        while not condition():
            if time.monotonic() > deadline:
                raise Failure("waited in vain")
            if self.status is not None and not self.open:
                raise Failure("the command has ended")
            self.pump(0.05)

    def do_expect(self, regex):
        pattern = re.compile(regex.encode(), re.MULTILINE)

        def found():
            match = pattern.search(self.shown, self.position)
            if match:
                self.position = match.end()
            return match

        self.until(found)

    def do_refuse(self, regex):
        if re.search(regex.encode(), self.shown):
            raise Failure("it was shown")

    def do_send(self, text):
        os.write(self.fd, text.encode().decode("unicode_escape").encode())

    def do_resize(self, text):
        rows, columns = map(int, text.split("x"))
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def do_front(self, argv):
        if argv:
            self.until(lambda: any(os.tcgetpgrp(self.fd) == p[2] for p in processes(argv)))
        else:
            self.until(lambda: os.tcgetpgrp(self.fd) == self.pid)

    def do_state(self, text):
        states, _, argv = text.partition(" ")

        def reached():
            found = processes(argv)
            return found and all(p[1] in states for p in found)

        self.until(reached)

    def do_gone(self, argv):
        self.until(lambda: not processes(argv))

    def do_wait(self, _):
        deadline = time.monotonic() + LIMIT
        while self.status is None:
            if time.monotonic() > deadline:
                raise Failure("it does not end")
            self.pump(0.05)
        while self.open and select.select([self.fd], [], [], 0.2)[0]:
            self.pump(0)


def main():
    split = sys.argv.index("--")
    ends = int(sys.argv[2]) if sys.argv[1] == "--ends" else 0
    terminal = Terminal(sys.argv[split + 1:])
    line = failure = ""
    try:
        for line in sys.stdin.read().splitlines():
            verb, _, argument = line.strip().partition(" ")
            if verb and not verb.startswith("#"):
                getattr(terminal, "do_" + verb)(argument)
        line = "wait"
        terminal.do_wait("")
        code = os.waitstatus_to_exitcode(terminal.status)
        if code != ends:
            raise Failure(f"it ended with {code}, not {ends}")
    except Failure as reason:
        failure = f"terminal: {line}: {reason}"
    if terminal.status is None:
        os.kill(terminal.pid, signal.SIGKILL)
        os.waitpid(terminal.pid, 0)
    sys.stdout.buffer.write(terminal.shown.replace(b"\r\n", b"\n"))
    sys.stdout.flush()
    if failure:
        print(failure, file=sys.stderr)
    return 1 if failure else 0


sys.exit(main())
