# SPDX-License-Identifier: MIT
# TTY-02: job control, the terminal's size, its changes, /dev/tty and Ctrl-Z work.
# users: nonroot
# runners: bwrap landlock
ready
INNER='stty size; : </dev/tty && echo tty-ok; sleep 0.2 & jobs; fg >/dev/null; echo end'
with_pty size=33x99 -- bash --norc -ic "$INNER"
grep -q tty-ok <<<"$OUT" || { fail control; void "no terminal outside"; }
with_pty size=33x99 -- $BOX -- bash --norc -ic "$INNER"
expect_rc 0
expect_out '^33 99$'
expect_out '^tty-ok$'
expect_out 'Running'
expect_out '^end$'
expect_no_out '(job control|cannot set terminal|Inappropriate ioctl)'

cat >"$S/winch.py" <<'PYTHON'
import os, signal, time
seen = []
signal.signal(signal.SIGWINCH, lambda *a: seen.append(tuple(os.get_terminal_size(0))))
print("waiting", flush=True)
end = time.time() + 5
while not seen and time.time() < end: time.sleep(0.02)
print("resized to", seen[0] if seen else None, flush=True)
PYTHON
chmod 644 "$S/winch.py"
with_pty size=20x60 expect=waiting resize=44x111 'expect=resized to' -- $BOX -- $PY -SE "$S/winch.py"
expect_rc 0
expect_out '^resized to \(111, 44\)'

# Ctrl-Z stops it as a job of the user's shell, fg goes on, Ctrl-C ends it.
export PS1='READY> '
with_pty 'expect=READY> ' "send=$BOX -- sh -c 'echo up; exec cat'\r" 'expect=\nup' 'send=\x1a' \
  'expect=Stopped' 'expect=READY> ' 'send=fg\r' 'expect=exec cat' 'send=echoed\r' 'expect=echoed\s+echoed' \
  'send=\x03' 'expect=READY> ' 'send=echo code=$?\r' 'expect=code=130' 'send=exit 0\r' -- env TERM=dumb bash --norc --noediting -i
expect_rc 0
