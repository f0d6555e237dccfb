# SPDX-License-Identifier: MIT
# E-15: without any temporary directory the command still runs. Reading only, with none.
# users: root nonroot
# runners: bwrap landlock
ready
control $PROBE write "/tmp/sbx-case-$$" , unlink "/tmp/sbx-case-$$"
box --tmp none -- $PROBE write "/tmp/sbx-case-$$" , write "$W/f"
expect_probe "write /tmp/sbx-case-$$" 'EROFS|EACCES|ENOENT'
expect_probe "write $W/f" ok
made f
# The host's is read-only (in a mount namespace of the test's own).
[ "$(id -u)" = 0 ] || exit 0 # needs a mount that only root can make
NS="unshare -m"
READONLY='mount -t tmpfs -o ro t /tmp && exec "$@"'
control $NS sh -c "$READONLY" sh sh -c '! { echo >/tmp/x; } 2>/dev/null'
for tmp in shared none private; do
  plain $NS sh -c "$READONLY" sh $BOX --tmp $tmp -- sh -c 'echo a >f && cat f'
  expect_success
  expect_text a
  [ "$tmp" = none ] || expect_err 'no (private )?temporary directory'
  made f
done
