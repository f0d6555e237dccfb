# SPDX-License-Identifier: MIT
"""Real shells that complete. START[shell](script, folder, environment) gives a function
(words before, word) → the set of candidates; typed() gives the words that a line has
become when its Tab keys were pressed on a terminal."""
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import time

PATIENCE = 60  # seconds after which something hangs; no verdict depends on it


class Terminal:
    def __init__(self, argv, folder, environment):
        self.shown = b""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(folder)
            os.execvpe(argv[0], argv, environment)

    def send(self, text):
        os.write(self.fd, text.encode())

    def pump(self):
        if select.select([self.fd], [], [], 0.02)[0]:
            self.shown += os.read(self.fd, 65536)

    def until(self, condition):
        deadline = time.monotonic() + PATIENCE
        while not condition():
            if time.monotonic() > deadline:
                raise TimeoutError(f"waited in vain; the terminal shows {self.shown!r}")
            self.pump()

    def end(self):
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)
        os.close(self.fd)


def bash(script, folder, environment):
    driver = r"""
      source "$1"; shift
      compopt() { :; }  # has a meaning in readline only
      read -r _ _ function _ <<<"$(complete -p sbx)"
      COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
      "$function"
      [ ${#COMPREPLY[@]} = 0 ] || printf '%s\0' "${COMPREPLY[@]}"
    """

    def complete(before, word):
        result = subprocess.run(["bash", "--norc", "-c", driver, "bash", script, *before, word], cwd=folder,
                                env=environment, capture_output=True, text=True, check=True)
        return {c for c in result.stdout.split("\0") if c}

    return complete


def fish(script, folder, environment):
    asks = f"source {shlex.quote(script)}; complete -C $argv[1]"

    def complete(before, word):
        result = subprocess.run(["fish", "--no-config", "-c", asks, " ".join([*before, word])], cwd=folder,
                                env=environment, capture_output=True, text=True, check=True)
        return {c.split("\t")[0].rstrip("/").replace("\\ ", " ") for c in result.stdout.splitlines()}

    return complete


# zsh completes on a terminal only. The widget collects what is handed to compadd.
ZSH = r"""
autoload -U compinit && compinit -u -D
source $SCRIPT
compadd() {
  local -a __hits __before
  if [[ " ${(j: :)@[1,(i)(-|--)]} " == *' -'[OAD]' '* ]]; then
    builtin compadd "$@"
    return
  fi
  builtin compadd -O __hits "$@"
  zparseopts -E -a __before P: p:
  [[ $#__hits == 0 ]] || print -rl -- "${(@)__hits/#/$IPREFIX${__before[2]}}" >>$FOUND
  builtin compadd "$@"
}
generate() {
  : >$FOUND
  _main_complete
  compstate[insert]= compstate[list]=
  print $'\1' >>$FOUND
}
zle -C collect complete-word generate
bindkey '^T' collect
bindkey '^U' kill-whole-line
print -r -- $'\1'ready
"""


def zsh(script, folder, environment):
    found = os.path.join(os.path.dirname(script), "found")
    setup = os.path.join(os.path.dirname(script), "setup")
    with open(setup, "w", encoding="utf-8") as f:
        f.write(ZSH)
    terminal = Terminal(["zsh", "-f", "-i"], folder, {**environment, "SCRIPT": script, "FOUND": found})
    terminal.send(f"source {setup}\n")
    terminal.until(lambda: b"\1ready" in terminal.shown)

    def finished():
        try:
            with open(found, encoding="utf-8") as f:
                return f.read().endswith("\1\n")
        except FileNotFoundError:
            return False

    def complete(before, word):
        if os.path.exists(found):
            os.unlink(found)
        terminal.send("\x15" + " ".join([*before, word]) + "\x14")
        terminal.until(finished)
        with open(found, encoding="utf-8") as f:
            return {c.rstrip("=/").replace("\\ ", " ") for c in f.read().splitlines()[:-1]}

    return complete


START = {"bash": bash, "zsh": zsh, "fish": fish}

# Keys, and the words that the line then has, with "--option=value" cut in two.
TYPED = [
    ("sbx sta\t--sh\t", ["status", "--short"]),
    ("sbx --mode rea\t-- true", ["--mode", "read-only", "--", "true"]),
    ("sbx --mode=rea\t-- true", ["--mode", "read-only", "--", "true"]),
    ("sbx --net n\t--workspace fo\t -- sbx-complete-m\t", ["--net", "none", "--workspace", "folder a", "--",
                                                         "sbx-complete-me"]),
    ("sbx --require=fs.write,net.c\t", ["--require", "fs.write,net.connect"]),
]

SHOW = {
    "bash": r"""sbx() { printf '\1'; printf '%s\2' "$@"; printf '\3'; }; source SCRIPT""",
    "zsh": r"""autoload -U compinit && compinit -u -D; sbx() { printf '\1'; printf '%s\2' "$@"; printf '\3'; };"""
           r""" source SCRIPT""",
    "fish": r"""function sbx; printf '\1'; printf '%s\2' $argv; printf '\3'; end; source SCRIPT""",
}


def typed(shell, script, folder, environment, keys):
    argv = {"bash": ["bash", "--norc", "--noprofile", "-i"], "zsh": ["zsh", "-f", "-i"],
            "fish": ["fish", "--no-config", "-i"]}[shell]
    terminal = Terminal(argv, folder, environment)
    try:
        terminal.send(SHOW[shell].replace("SCRIPT", shlex.quote(script)) + "; printf '\\1\\3'\n")
        terminal.until(lambda: b"\1\3" in terminal.shown)
        terminal.shown = b""
        terminal.send(keys + "\n")
        terminal.until(lambda: re.search(b"\1.*\3", terminal.shown, re.S))
        shown = re.search(b"\1(.*)\3", terminal.shown, re.S)[1].decode()
    finally:
        terminal.end()
    words = []
    for word in shown.split("\2")[:-1]:
        name, equals, value = word.partition("=")
        words += [name, value] if equals and name.startswith("--") else [word.rstrip("/")]
    return words
