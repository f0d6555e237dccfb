# SPDX-License-Identifier: MIT
# denials: what sbx itself refuses is on record with its object and rule, also where the
# program swallows the error; what the kernel refuses on its own account is not.
# users: root nonroot
# runners: bwrap landlock
echo outside >"$O/file"
mkdir -p "$W/made"
start $PY -c "
import socket, sys, time
s = socket.socket(socket.AF_UNIX); s.bind('$O/server'); s.listen(); time.sleep(60)"
until_true 5 test -S "$O/server" || void "no server"
ready
FIND='import json, sys
for d in json.load(sys.stdin)["denials"]:
  print(d["evidence"], d["operation"], d["object"], d["count"], *d["allowedBy"])'
found() { OUT=$($PY -c "$FIND" <<<"$OUT"); }

control $PY -c "import os; os.chmod('$O/file', 0o600)"
chmod 644 "$O/file"
# Refused, and the program says nothing.
box --json -- $PY -c "
import os, socket
for _ in range(3):
  try: os.chmod('$O/file', 0o600)
  except OSError: pass
try: socket.socket(socket.AF_UNIX).connect('$O/server')
except OSError: pass"
expect_success
found
expect_text "proven chmod $O/file 3 --allow-write $O/file
proven connect $O/server 1 --allow-socket $O/server"
[ "$(stat -c %a "$O/file")" = 644 ] || fail "the mode was changed"

# What is named allows it.
box --json --allow-socket "$O/server" -- $PY -c "import socket; socket.socket(socket.AF_UNIX).connect('$O/server')"
expect_success
found
expect_text ""

# Not ours: the kernel would have said the same. Nor what is done inside.
box --json -- $PY -c "
import os
try: os.chmod('$O/absent', 0o600)
except FileNotFoundError: pass
try: os.setxattr('$O/file', 'trusted.x', b'1')
except OSError: pass
os.chmod('$W/made', 0o755)
os.utime('$W/made')"
expect_success
found
expect_text ""
