# SPDX-License-Identifier: MIT
# FS-16: a grant below /tmp works with a private temporary directory, or is refused.
# users: nonroot
# runners: bwrap landlock
RD=/tmp/sbx-case-rd-$$
mkdir -p "$RD"
echo granted-text >"$RD/c"
cleanup() { rm -rf "$RD"; }
ready
control cat "$RD/c"
box --allow-read "$RD" -- cat "$RD/c"
expect_success
expect_text granted-text

box --tmp private --allow-read "$RD" -- $PROBE read "$RD/c" , write "$RD/c"
if ! said_no "$RUNNER" "$RD"; then
  expect_probe "read $RD/c" ok
  expect_probe "write $RD/c" 'EROFS|EACCES'
fi
box --tmp private --allow-write "$RD" -- $PROBE read "$RD/c" , write "$RD/d"
if ! said_no "$RUNNER" "$RD"; then
  expect_probe "read $RD/c" ok
  expect_probe "write $RD/d" ok
  made "$RD/d"
fi
# Without a grant the shared directory is not written.
box --tmp private -- $PROBE write "$RD/c" , write "$RD/e" , write /tmp/sbx-case-e-$$
expect_probe "write $RD/c" 'EROFS|EACCES|ENOENT'
expect_probe "write $RD/e" 'EROFS|EACCES|ENOENT'
absent "$RD/e" /tmp/sbx-case-e-$$
holds "$RD/c" granted-text
