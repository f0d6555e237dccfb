# SPDX-License-Identifier: MIT
# TTY-01: the command cannot type into the user's terminal.
# users: nonroot
# runners: bwrap landlock
cat >"$S/type.py" <<'PYTHON'
import ctypes, fcntl, os, sys
libc = ctypes.CDLL(None, use_errno=True)
def ioctl(name, request, argument):
    ctypes.set_errno(0)
    result = libc.syscall(16, 0, ctypes.c_ulong(request), ctypes.c_char_p(argument))
    print(name, "done" if result == 0 else os.strerror(ctypes.get_errno()), flush=True)
for letter in b"typed\n":
    ioctl("TIOCSTI", 0x5412, bytes([letter]))
ioctl("high-bits", 0x100005412, b"\n")
ioctl("TIOCLINUX", 0x541C, b"\x03")
PYTHON
chmod 644 "$S/type.py"
ready
SHELL_AFTER='IFS= read -r -t 1 line && echo "read:$line"; echo over'
if [ "$(cat /proc/sys/dev/tty/legacy_tiocsti 2>/dev/null || echo 1)" = 1 ]; then
  with_pty -- bash -c "$PY -SE '$S/type.py'; $SHELL_AFTER"
  grep -q 'read:typed' <<<"$OUT" || { fail "control"; void "typing does not work outside"; }
fi
with_pty -- bash -c "$BOX -- $PY -SE '$S/type.py'; $SHELL_AFTER"
expect_rc 0
expect_out '^TIOCSTI Operation not permitted'
expect_out '^high-bits Operation not permitted'
expect_out '^TIOCLINUX Operation not permitted'
expect_no_out '(TIOCSTI|high-bits|TIOCLINUX) done'
expect_no_out 'read:'
expect_out '^over'
