# SPDX-License-Identifier: MIT
# F-6: no network when the policy says so: no address family, no loopback, no way around.
# Domains come with the filtered network.
# users: root nonroot
# runners: bwrap landlock
start $PY -SE "$SUITE/server.py" tcp "$S/port"
until_true 5 test -s "$S/port" || void "no server"
PORT=$(cat "$S/port")
cat >"$S/net.py" <<'PYTHON'
import errno, socket, sys
port = int(sys.argv[1])
def attempt(name, call):
    try:
        call(); print(name + ": ok", flush=True)
    except OSError as e:
        print(name + ": " + errno.errorcode.get(e.errno, str(e)), flush=True)
def tcp(family, address):
    s = socket.socket(family, socket.SOCK_STREAM); s.settimeout(2); s.connect((address, port)); s.recv(5)
def udp(): socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b"x", ("127.0.0.1", port))
def fastopen(): socket.socket().sendto(b"x", 0x20000000, ("127.0.0.1", port))
attempt("tcp4", lambda: tcp(socket.AF_INET, "127.0.0.1"))
attempt("tcp6mapped", lambda: tcp(socket.AF_INET6, "::ffff:127.0.0.1"))
attempt("udp", udp)
attempt("fastopen", fastopen)
PYTHON
chmod 644 "$S/net.py"
ready
control $PY -SE "$S/net.py" "$PORT"
expect_out 'tcp4: ok'
expect_out 'udp: ok'
box --net none -- $PY -SE "$S/net.py" "$PORT"
expect_success
[ "$(grep -cE ': (EPERM|EACCES|EAFNOSUPPORT|ENETUNREACH|ECONNREFUSED)$' <<<"$OUT")" = 4 ] || fail "not all were refused"
control $PROBE tcp "$PORT"
for kind in '2,3,255' '17,3,0' '40,1,0' '38,5,0'; do # raw, packet, vsock, alg
  box --net none -- $PY -SE -c "import socket; socket.socket($kind)"
  expect_refused '(Operation not permitted|not supported|Permission denied)'
done
# What stays: pairs and pipes.
box --net none -- $PY -SE -c 'import socket; a, b = socket.socketpair(); a.send(b"ok"); print(b.recv(2).decode())'
expect_text ok
