# SPDX-License-Identifier: MIT
# F-2, F-7: each command is a sandbox of its own, in a process of its own, by the kernel.
# users: root nonroot
# runners: bwrap landlock
ready
control $PROBE write "$O/f" , unlink "$O/f"
# Rules of one run are not those of the next.
box --allow-write "$O" -- $PROBE write "$O/f"
expect_probe "write $O/f" ok
made "$O/f"
box -- $PROBE write "$O/f"
expect_probe "write $O/f" 'EROFS|EACCES'
# Nor of one beside it.
mkfifo "$S/up"
$BOX --allow-write "$O" -- sh -c 'echo up; until [ -e go ]; do sleep 0.02; done; echo x >"$O/other"' >"$S/up" &
read -r -t 5 _ <"$S/up" || fail "did not start"
box -- $PROBE write "$O/f" , write "$W/go"
expect_probe "write $O/f" 'EROFS|EACCES'
expect_probe "write $W/go" ok
[ -e go ] || : >go
wait
made "$O/other" go
# A run inside a run does not get more.
box -- "$SBX_BIN" --allow-write "$O" -- touch "$O/nested"
absent "$O/nested"
# It is the kernel that refuses: a program that knows nothing of sbx, with its own system calls.
box -- $PY -SE -c 'import ctypes, errno, os
l = ctypes.CDLL(None, use_errno=True)
r = l.syscall(257, -100, (os.environ["O"] + "/raw").encode(), 0o101, 0o644)
print(r, errno.errorcode.get(ctypes.get_errno()))'
expect_out '^-1 (EROFS|EACCES)$'
absent "$O/raw"
