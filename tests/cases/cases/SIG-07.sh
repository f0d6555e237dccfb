# SPDX-License-Identifier: MIT
# SIG-07: the command cannot signal what is outside, by any way; inside signals work.
# users: nonroot
# runners: landlock bwrap
start setsid sleep 600
P=$STARTED
start setsid sleep 600
CONTROL=$STARTED
cat >"$S/signal.py" <<'PYTHON'
import ctypes, errno, fcntl, os, signal, socket, sys
libc = ctypes.CDLL(None, use_errno=True)
victim, number = int(sys.argv[1]), int(sys.argv[2])
def attempt(name, call):
    ctypes.set_errno(0)
    try:
        result = call()
        code = ctypes.get_errno() if isinstance(result, int) and result < 0 else 0
    except OSError as error:
        code = error.errno
    print(name + ": " + (errno.errorcode[code] if code else "ok"), flush=True)
def pidfd():
    fd = libc.syscall(434, victim, 0)
    return fd if fd < 0 else libc.syscall(424, fd, number, None, 0)
def owner():
    a, b = socket.socketpair()
    fcntl.fcntl(a, fcntl.F_SETOWN, victim)
    fcntl.fcntl(a, 10, number)  # F_SETSIG
    fcntl.fcntl(a, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
    b.send(b"x")
attempt("kill", lambda: os.kill(victim, number))
attempt("tgkill", lambda: libc.syscall(234, victim, victim, number))
attempt("tkill", lambda: libc.syscall(200, victim, number))
attempt("sigqueue", lambda: libc.sigqueue(victim, number, None))
attempt("pidfd", pidfd)
attempt("group", lambda: os.killpg(os.getpgid(victim), number))
if number:
    attempt("owner", owner)
PYTHON
chmod 644 "$S/signal.py"
ready
[ "$(ps -o pgid= -p "$P" | tr -d " ")" = "$P" ] || void "the victim has no group of its own"
# Outside each of them works (signal 0 asks; the owner's way ends it).
control $PY -SE "$S/signal.py" "$CONTROL" 0
for way in kill tgkill tkill sigqueue pidfd group; do expect_probe "$way" ok; done
control $PY -SE -c "
import fcntl, os, socket
a, b = socket.socketpair()
fcntl.fcntl(a, fcntl.F_SETOWN, $CONTROL); fcntl.fcntl(a, 10, 9)
fcntl.fcntl(a, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK); b.send(b'x')"
until_true 3 eval '! alive $CONTROL' || void "the owner's way does not work outside"

for number in 0 15 9; do
  box -- $PY -SE "$S/signal.py" "$P" $number
  for way in kill tgkill tkill sigqueue pidfd group; do expect_probe "$way" 'EPERM|ESRCH'; done
done
alive "$P" || fail "the command killed a process outside"
# sbx and its helpers: none is stopped or killed, and the run ends as it should.
box -- sh -c 'kill -STOP $PPID; kill -KILL $PPID; sleep 5 & kill $! && wait $!; echo "inside $?"; exit 4'
expect_rc 4
expect_text 'inside 143'
# Everything at once: only in a PID namespace of the test's own, where nothing else can be hit.
NS="unshare -pf --mount-proc"
[ "$(id -u)" = 0 ] || NS="unshare -Urpf --mount-proc"
cat >"$S/all.sh" <<'SCRIPT'
sleep 30 & victim=$!
[ "$$" = 1 ] || exit 99
"$@"
echo "ended $?"
# What was killed may need a moment to end.
for moment in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  grep -qs '^State:.[^ZX]' /proc/$victim/status || break
  sleep 0.1
done
grep -qs '^State:.[^ZX]' /proc/$victim/status && echo alive
kill -KILL $victim 2>/dev/null
exit 0
SCRIPT
chmod 644 "$S/all.sh"
control $NS sh "$S/all.sh" sh -c 'kill -9 -1'
expect_no_out alive
plain $NS sh "$S/all.sh" $BOX -- sh -c 'trap "" TERM; kill -9 -1; echo unreached'
expect_out '^alive$'
