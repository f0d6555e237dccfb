# SPDX-License-Identifier: MIT
# US-05: datagram sockets and pairs reach no socket outside; stream pairs work.
# users: nonroot
# runners: bwrap landlock
: >"$S/log"
for place in "$O/dg" "$W/dg"; do start $PY -SE "$SUITE/server.py" dgram "$place" "$S/log"; done
until_true 5 test -S "$O/dg" -a -S "$W/dg" || void "no servers"
cat >"$S/send.py" <<'PYTHON'
import errno, socket, sys
def attempt(name, call):
    try:
        call(); print(name + ": ok", flush=True)
    except OSError as error:
        print(name + ": " + errno.errorcode[error.errno], flush=True)
def pair(kind, path, how):
    a, b = socket.socketpair(socket.AF_UNIX, kind)
    how(a, path)
def send(s, path): s.sendto(b"sent", path)
def message(s, path): s.sendmsg([b"sent"], [], 0, path)
def connect(s, path): s.connect(path); s.send(b"sent")
for path in sys.argv[1:]:
    for how in (send, message, connect):
        attempt("pair " + how.__name__, lambda: pair(socket.SOCK_DGRAM, path, how))
        attempt("socket " + how.__name__, lambda: how(socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), path))
        attempt("raw " + how.__name__, lambda: how(socket.socket(socket.AF_UNIX, socket.SOCK_RAW), path))
PYTHON
chmod 644 "$S/send.py"
ready
control $PY -SE "$S/send.py" "$O/dg" "$W/dg"
expect_no_out ': E'
sent() { [ "$(grep -c sent "$S/log")" = 18 ]; }
until_true 3 sent || void "not everything arrives outside"
: >"$S/log"
box -- $PY -SE "$S/send.py" "$O/dg" "$W/dg"
[ "$(grep -cE ': (EPERM|EACCES|ENOENT)$' <<<"$OUT")" = 18 ] || fail "not all 18 ways were refused"
# What arrived would be before this one.
control $PY -SE -c 'import socket, sys
for p in sys.argv[1:]: socket.socket(1, 2).sendto(b"last", p)' "$O/dg" "$W/dg"
last() { [ "$(grep -c last "$S/log")" = 2 ]; }
until_true 3 last || void "a server is dead"
grep -q sent "$S/log" && fail "a datagram arrived outside"
box -- $PY -SE -c 'import socket
for kind in (socket.SOCK_STREAM, socket.SOCK_SEQPACKET):
    a, b = socket.socketpair(socket.AF_UNIX, kind); a.send(b"ok"); print(b.recv(2).decode())'
expect_success
expect_text $'ok\nok'
