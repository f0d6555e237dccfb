# SPDX-License-Identifier: MIT
# TTY-04: afterwards the caller has its terminal back: foreground group and modes, also after a kill.
# users: nonroot
# runners: bwrap landlock
ready
cat >"$S/after.sh" <<'SCRIPT'
before=$(stty -g)
$BOX -- bash --norc -ic 'stty raw -echo; exit 0'
[ "$before" = "$(stty -g)" ] && echo modes-same
stty sane
echo ask
read -t 5 x && echo "got:$x"
SCRIPT
cat >"$S/killed.sh" <<'SCRIPT'
before=$(stty -g)
sh -c 'echo $$ >"$S/pid"; exec $BOX -- bash --norc -ic "stty raw -echo; echo up >/dev/tty; exec sleep 30"' &
wait_up() { for _ in $(seq 200); do [ -s "$S/up" ] && return; sleep 0.02; done; }
wait
SCRIPT
cat >"$S/killed.py" <<'PYTHON'
# The shell's part: starts sbx in the foreground, kills it, and looks at the terminal.
import os, signal, subprocess, sys, termios, time
box = os.environ["BOX"].split()
modes = termios.tcgetattr(0)
p = subprocess.Popen(box + ["--", "bash", "--norc", "-ic", "stty raw -echo; echo up; exec sleep 30"],
                     stdout=subprocess.PIPE)
p.stdout.readline()
changed = termios.tcgetattr(0) != modes
signal.signal(signal.SIGTTOU, signal.SIG_IGN)
os.kill(p.pid, signal.SIGKILL)
p.wait()
end = time.time() + 4
def back(): return termios.tcgetattr(0) == modes and os.tcgetpgrp(0) == os.getpgrp()
while not back() and time.time() < end: time.sleep(0.02)
print("changed" if changed else "unchanged", "modes" if termios.tcgetattr(0) == modes else "MODES-LOST",
      "foreground" if os.tcgetpgrp(0) == os.getpgrp() else "FOREGROUND-LOST", flush=True)
PYTHON
rm "$S/killed.sh"
chmod 644 "$S/after.sh" "$S/killed.py"
with_pty expect=ask 'send=hello\r' -- bash "$S/after.sh"
expect_rc 0
expect_out '^got:hello'
expect_out 'modes-same'
with_pty -- $PY -SE "$S/killed.py"
expect_out 'changed modes foreground'
expect_no_out unchanged
