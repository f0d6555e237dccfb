# SPDX-License-Identifier: MIT
# Y-51: without a runner a restricted command is refused and never run unprotected.
# users: root nonroot
# runners: bwrap landlock
mkdir "$S/none"
chmod 755 "$S/none"
ready
control touch "$W/ran"
made "$W/ran"
for other in seatbelt windows-acl none; do
  sbx --runner $other -- touch "$W/ran"
  expect_own_failure "$other"
  absent "$W/ran"
done
# bwrap cannot be used where namespaces cannot be made: named, it is refused.
if [ "$RUNNER" = bwrap ]; then
  box -- "$SBX_BIN" --runner bwrap -- touch "$W/ran"
  expect_rc 125
  expect_err '^sbx: '
  absent "$W/ran"
fi
