# SPDX-License-Identifier: MIT
# SIG-02: a run lives on when the thread that started sbx has ended.
# The library and the server have their own tests.
# users: nonroot
# runners: bwrap landlock
ready
cat >"$S/thread.py" <<'PYTHON'
import os, subprocess, sys, threading, time
started = []
def work():
    started.append(subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE))
    started[0].stdout.readline()
t = threading.Thread(target=work); t.start(); t.join()
while len(os.listdir("/proc/self/task")) > 1: time.sleep(0.01)
code = started[0].wait()
print("ended", code)
PYTHON
control $PY -SE "$S/thread.py" sh -c 'echo up; sleep 0.7; exit 5'
expect_text 'ended 5'
plain $PY -SE "$S/thread.py" $BOX -- sh -c 'echo up; sleep 0.7; exit 5'
expect_text 'ended 5'
