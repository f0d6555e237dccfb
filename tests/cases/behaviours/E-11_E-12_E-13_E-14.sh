# SPDX-License-Identifier: MIT
# E-11, E-12, E-13, E-14: a private temporary directory per run, named by TMPDIR, TMP and TEMP,
# the only writable one, removed at the end.
# users: root nonroot
# runners: bwrap landlock
ready
control $PROBE write "/tmp/sbx-case-$$" , unlink "/tmp/sbx-case-$$"
LOOK='echo "$TMPDIR"; [ "$TMPDIR" = "$TMP" ] && [ "$TMP" = "$TEMP" ] && [ -w "$TMPDIR" ] && ls -A "$TMPDIR" | wc -l
stat -c "%a %u" "$TMPDIR"; echo x >"$TMPDIR/f" && mkdir -p "$TMPDIR/d/e" && mktemp >/dev/null && chmod 000 "$TMPDIR/d" && echo fine'
box --tmp private -- sh -c "$LOOK"
expect_success
FIRST=$(head -n 1 <<<"$OUT")
MODE=700
[ "$FIRST" = /tmp ] && MODE=1777 # its own /tmp is like any
[ "$(tail -n +2 <<<"$OUT")" = "0"$'\n'"$MODE $(id -u)"$'\nfine' ] || fail "it is not empty, private and usable"
[ "$FIRST" != /tmp ] || [ "$RUNNER" = bwrap ] || fail "TMPDIR is the shared /tmp"
box --tmp private -- sh -c 'ls -A "$TMPDIR"'
expect_success
expect_text ''
box --tmp private -- $PROBE write "/tmp/sbx-case-$$" , write "/dev/shm/sbx-case-$$"
absent "/tmp/sbx-case-$$" "/dev/shm/sbx-case-$$"
[ "$RUNNER" = landlock ] && expect_probe "write /tmp/sbx-case-$$" 'EROFS|EACCES'
# Two runs at once have two.
mkfifo "$S/up"
$BOX --tmp private -- sh -c 'echo x >"$TMPDIR/first"; echo up; until [ -e go ]; do sleep 0.02; done; ls "$TMPDIR"' >"$S/up" 2>"$S/err" &
exec 5<"$S/up"
read -r -t 5 _ <&5 || fail "did not start"
box --tmp private -- sh -c 'ls -A "$TMPDIR"'
expect_text ''
: >go
read -r -t 5 name <&5
[ "$name" = first ] || fail "the other run's directory was changed"
exec 5<&-
wait
made go
