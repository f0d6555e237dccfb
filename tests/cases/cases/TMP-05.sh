# SPDX-License-Identifier: MIT
# TMP-05: a command that empties its temporary directory breaks neither its run nor the next.
# Sessions with a proxy come later and are left out.
# users: nonroot
# runners: bwrap landlock
export GUARD=sbx-case-guard-$$
: >"/tmp/$GUARD"
cleanup() { rm -f "/tmp/$GUARD"; }
ready
cat >"$S/empty.sh" <<'SCRIPT'
case $TMPDIR in "" | / | /var/tmp | "$HOME") echo "not private: '$TMPDIR'"; exit 9 ;; esac
[ -e "$TMPDIR/$GUARD" ] && { echo "not private: '$TMPDIR'"; exit 9; }
echo x >"$TMPDIR/mine"
find "$TMPDIR" -mindepth 1 -delete
[ -n "$OWN_TMP" ] && find /tmp /dev/shm -mindepth 1 -user "$(id -u)" ! -name "$GUARD" -delete 2>/dev/null
[ -e "$TMPDIR/mine" ] && exit 8
/usr/bin/python3 -SE - <<'PYTHON' || exit 7
import os, socket, sys
path = "inner.sock"
s = socket.socket(socket.AF_UNIX); s.bind(path); s.listen(1)
if os.fork() == 0:
    c = socket.socket(socket.AF_UNIX); c.connect(path); c.sendall(b"hi"); os._exit(0)
a, _ = s.accept()
ok = a.recv(2) == b"hi"
os.unlink(path)
sys.exit(0 if ok else 1)
PYTHON
/bin/true && echo fine
exit 3
SCRIPT
chmod 644 "$S/empty.sh"
control sh -c "mkdir '$S/tmp' && cd '$S' && { TMPDIR='$S/tmp' OWN_TMP= sh '$S/empty.sh'; [ \$? = 3 ]; }"
box --tmp private -- sh "$S/empty.sh"
expect_rc 3
expect_text fine
box --tmp private -- sh -c 'test -w "$TMPDIR" && echo fine'
expect_success
expect_text fine
