# SPDX-License-Identifier: MIT
# Y-110: a bwrap-compatible runner of the user's, which must come with the text of its failures.
# users: root nonroot
# runners: bwrap
cat >"$S/mybwrap" <<'SCRIPT'
#!/bin/sh
echo called >>"$S/canary"
exec /usr/bin/bwrap "$@"
SCRIPT
cat >"$S/broken" <<'SCRIPT'
#!/bin/sh
echo 'mine: cannot set up' >&2
exit 1
SCRIPT
chmod 755 "$S/mybwrap" "$S/broken"
ready
control $PROBE write "$O/f" , unlink "$O/f"
box --runner-command "$S/mybwrap" --runner-failure-signature 'mine: cannot' -- $PROBE write "$W/f" , write "$O/f"
expect_probe "write $W/f" ok
expect_probe "write $O/f" 'EROFS|EACCES'
holds "$S/canary" called
made f
box --runner-command "$S/mybwrap" -- touch "$W/ran"
expect_own_failure 'runner-failure-signature'
absent "$W/ran"
box --runner-command "$S/broken" --runner-failure-signature 'mine: cannot' -- touch "$W/ran"
expect_own_failure 'mine: cannot set up'
absent "$W/ran"
# A command that merely prints such text, and fails, is not mistaken for it.
box --runner-command "$S/mybwrap" --runner-failure-signature 'mine: cannot' -- sh -c 'echo "mine: cannot" >&2; exit 1'
expect_rc 1
