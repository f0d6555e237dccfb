# SPDX-License-Identifier: MIT
# US-07: System V IPC, POSIX queues and keyrings of the user are not the command's.
# users: nonroot
# runners: bwrap landlock
cat >"$S/ipc.py" <<'PYTHON'
import ctypes, errno, os, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
key, name = int(sys.argv[2]), sys.argv[3].encode()
def attempt(what, result):
    print(what + ": " + ("ok" if result >= 0 else errno.errorcode[ctypes.get_errno()]), flush=True)
    return result
if sys.argv[1] == "create":
    shm = attempt("shm", libc.shmget(key, 4096, 0o1600))  # IPC_CREAT
    ctypes.memmove(libc.shmat(shm, None, 0), b"shared-text", 11)
    attempt("msg", libc.msgget(key, 0o1600))
    attempt("sem", libc.semget(key, 1, 0o1600))
    attempt("mq", libc.syscall(240, name, os.O_CREAT | os.O_RDWR, 0o600, None))
elif sys.argv[1] == "attach":
    shm = attempt("shm", libc.shmget(key, 0, 0))
    if shm >= 0: print(ctypes.string_at(libc.shmat(shm, None, 0), 11).decode())
    attempt("msg", libc.msgget(key, 0))
    attempt("sem", libc.semget(key, 1, 0))
    attempt("mq", libc.syscall(240, name, os.O_RDWR, 0, None))
elif sys.argv[1] == "remove":
    libc.shmctl(libc.shmget(key, 0, 0), 0, None)
    libc.msgctl(libc.msgget(key, 0), 0, None)
    libc.semctl(libc.semget(key, 1, 0), 0, 0)
    libc.syscall(241, name)
else:
    attempt("keyctl", libc.syscall(250, 0, ctypes.c_long(-3), 0, 0, 0))
    attempt("add_key", libc.syscall(248, b"user", b"sbx-case", b"x", ctypes.c_long(1), ctypes.c_long(-1)))
    attempt("request_key", libc.syscall(249, b"user", b"sbx-case", None, ctypes.c_long(-1)))
PYTHON
chmod 644 "$S/ipc.py"
IPC="$PY -SE $S/ipc.py" KEY=$((RANDOM * 32768 + RANDOM + 1)) NAME=sbx-case-$$
cleanup() { $IPC remove "$KEY" "$NAME"; }
ready
control $IPC create "$KEY" "$NAME"
control $IPC attach "$KEY" "$NAME"
expect_out shared-text
expect_no_out ': E'
box -- $IPC attach "$KEY" "$NAME"
if [ "$RUNNER" = landlock ] && grep -q ': ok' <<<"$OUT"; then
  # Landlock has no hold on IPC: then it says so.
  ATTACHED=$OUT
  sbx status --runner landlock
  grep -qiE 'ipc.*(not|none|no |best|partial|gap)' <<<"$OUT" || fail "status does not say that IPC is not held; the command got: $ATTACHED"
  note "landlock does not hold IPC and says so"
else
  for way in shm msg sem mq; do expect_probe $way 'ENOENT|EACCES|EPERM|ENOSYS'; done
  expect_no_out shared-text
fi
control sh -c "$IPC keys 0 0 | grep -q '^add_key: ok'"
box -- $IPC keys 0 0
for call in keyctl add_key request_key; do expect_probe $call EPERM; done
