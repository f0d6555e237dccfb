# SPDX-License-Identifier: MIT
# Y-110: a bwrap-compatible runner of the user's, which must come with the text of its failures.
# users: root nonroot
# runners: bwrap
cat >"$TRUSTED/mybwrap" <<SCRIPT
#!/bin/sh
echo called >>'$S/canary'
exec /usr/bin/bwrap "\$@"
SCRIPT
cat >"$TRUSTED/broken" <<'SCRIPT'
#!/bin/sh
echo 'mine: cannot set up' >&2
exit 1
SCRIPT
chmod 755 "$TRUSTED/mybwrap" "$TRUSTED/broken"
cp "$TRUSTED/mybwrap" "$S/mybwrap"
ready
control $PROBE write "$O/f" , unlink "$O/f"
SIGNATURE=(--runner-failure-signature 'mine: cannot')
box --runner-command "$TRUSTED/mybwrap" "${SIGNATURE[@]}" -- $PROBE write "$W/f" , write "$O/f"
expect_probe "write $W/f" ok
expect_probe "write $O/f" 'EROFS|EACCES'
holds "$S/canary" called
made f
rm -f "$S/canary"
box --runner-command "$TRUSTED/mybwrap" -- touch "$W/ran"
expect_own_failure 'runner-failure-signature'
absent "$W/ran"
box --runner-command "$TRUSTED/broken" "${SIGNATURE[@]}" -- touch "$W/ran"
expect_own_failure 'mine: cannot set up'
absent "$W/ran"
# A command that merely prints such text, and fails, is not mistaken for it.
box --runner-command "$TRUSTED/mybwrap" "${SIGNATURE[@]}" -- sh -c 'echo "mine: cannot" >&2; exit 1'
expect_rc 1
expect_err '^mine: cannot$'
rm -f "$S/canary"
# One that others can change is not used.
chmod 777 "$TRUSTED/mybwrap"
cp "$TRUSTED/mybwrap" "$W/mybwrap"
chmod 755 "$W/mybwrap"
for program in "$TRUSTED/mybwrap" "$W/mybwrap"; do
  box --runner-command "$program" "${SIGNATURE[@]}" -- touch "$W/ran"
  expect_own_failure "mybwrap"
  absent "$W/ran" "$S/canary"
done
rm "$W/mybwrap"
