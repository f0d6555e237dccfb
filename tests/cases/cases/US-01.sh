# SPDX-License-Identifier: MIT
# US-01: sockets of daemons outside cannot be reached; those made inside can, and allowed ones.
# users: nonroot
# runners: bwrap landlock
NAME="@sbx-case-$$-$RANDOM"
for place in "$O/fake-docker.sock" "$W/here.sock" "$NAME"; do start $PY -SE "$SUITE/server.py" stream "$place"; done
ln -s "$O/fake-docker.sock" "$W/link.sock"
serving() { $PROBE connect "$O/fake-docker.sock" , connect "$W/here.sock" , connect "$NAME" >/dev/null; }
until_true 5 serving || void "the servers do not answer"
ready
OPERATIONS="connect $O/fake-docker.sock , connect $W/here.sock , connect $W/link.sock , connect /proc/self/root$O/fake-docker.sock , connect $NAME"
control $PROBE $OPERATIONS
box -- $PROBE $OPERATIONS
for path in "$O/fake-docker.sock" "$W/here.sock" "$W/link.sock" "/proc/self/root$O/fake-docker.sock" "$NAME"; do
  wanted='EACCES|EPERM|ENOENT'
  [[ $path = /proc/* ]] && wanted+='|ELOOP' # a magic link is not followed
  [ "$path" = "$NAME" ] && wanted='EACCES|EPERM|ECONNREFUSED' # the name does not exist in another namespace
  expect_probe "connect $path" "$wanted"
done
control $PROBE $OPERATIONS # they still answer

box --allow-socket "$O/fake-docker.sock" -- $PROBE $OPERATIONS
if ! said_no "$RUNNER" 'socket'; then
  expect_probe "connect $O/fake-docker.sock" ok
  expect_probe "connect $W/here.sock" 'EACCES|EPERM|ENOENT'
fi
# Not reached by other means of the same call: not blocking, or by another name made inside.
box -- $PY -SE -c 'import socket, sys, errno, os
s = socket.socket(socket.AF_UNIX); s.setblocking(False)
print("nonblocking", errno.errorcode.get(s.connect_ex(sys.argv[1]), "ok"))
try: os.link(sys.argv[1], "alias.sock"); print("linked")
except OSError as e: print("link", errno.errorcode[e.errno])
os.symlink(sys.argv[1], "again.sock")
s = socket.socket(socket.AF_UNIX)
print("symlink", errno.errorcode.get(s.connect_ex("again.sock"), "ok"))
os.unlink("again.sock")' "$O/fake-docker.sock"
expect_out '^nonblocking (EACCES|EPERM|ENOENT)$'
expect_out '^link (EACCES|EXDEV|EPERM)$'
expect_out '^symlink (EACCES|EPERM|ENOENT)$'
# Those made inside work: by path, abstract, as a pair.
box -- $PY -SE -c 'import socket, os
for address in ("inner.sock", "\0inner"):
    l = socket.socket(socket.AF_UNIX); l.bind(address); l.listen(1)
    c = socket.socket(socket.AF_UNIX); c.connect(address); a, _ = l.accept()
    c.sendall(b"hi"); print(a.recv(2).decode())
os.unlink("inner.sock")
a, b = socket.socketpair(); a.sendall(b"pair"); print(b.recv(4).decode())'
expect_success
expect_text $'hi\nhi\npair'
# None at all.
box --unix-sockets deny -- $PROBE $OPERATIONS
expect_no_out ': ok$'
# All of them, when the policy says so.
box --unix-sockets allow -- $PROBE connect "$O/fake-docker.sock"
expect_probe "connect $O/fake-docker.sock" ok
