# SPDX-License-Identifier: MIT
# Y-13: the network is open by default, in every mode.
# users: root nonroot
# runners: bwrap landlock
start $PY -SE "$SUITE/server.py" tcp "$S/port"
until_true 5 test -s "$S/port" || void "no server"
PORT=$(cat "$S/port")
ready
control $PROBE tcp "$PORT"
for mode in read-only workspace-write; do
  box --mode $mode -- $PROBE tcp "$PORT"
  expect_probe "tcp $PORT" ok
done
box -- $PY -SE -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(1); print("listens")'
expect_text listens
# The same server is out of reach when the policy closes the network.
box --net none -- $PROBE tcp "$PORT"
expect_probe "tcp $PORT" 'EPERM|EACCES|ENETUNREACH|ECONNREFUSED|EAFNOSUPPORT'
control $PROBE tcp "$PORT"
