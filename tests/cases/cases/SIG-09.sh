# SPDX-License-Identifier: MIT
# SIG-09: Ctrl-C arrives once.
# users: nonroot
# runners: bwrap landlock
ready
cat >"$S/count.py" <<'PYTHON'
import signal, time
n = [0]
signal.signal(signal.SIGINT, lambda *a: n.__setitem__(0, n[0] + 1))
print("waiting", flush=True)
end = time.time() + 5
while n[0] == 0 and time.time() < end: time.sleep(0.01)
settle = time.time() + 0.6
while time.time() < settle: time.sleep(0.05)
print("count", n[0], flush=True)
PYTHON
chmod 644 "$S/count.py"
with_pty expect=waiting 'send=\x03' 'expect=count \d' -- $PY -SE "$S/count.py"
expect_out '^(\^C)?count 1$'
with_pty expect=waiting 'send=\x03' 'expect=count \d' -- $BOX -- $PY -SE "$S/count.py"
expect_rc 0
expect_out '^(\^C)?count 1$'
# A signal to sbx alone, with no terminal, is passed on once.
cat >"$S/alone.py" <<'PYTHON'
import os, signal, subprocess, sys
p = subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, text=True, start_new_session=True)
p.stdout.readline()
p.send_signal(signal.SIGINT)
print(p.stdout.readline().strip(), p.wait())
PYTHON
plain $PY -SE "$S/alone.py" $BOX -- $PY -SE "$S/count.py"
expect_text 'count 1 0'
