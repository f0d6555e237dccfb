# SPDX-License-Identifier: MIT
# FS-14: an unreadable directory in the workspace stops nothing, and hides nothing from a rule.
# users: nonroot
# runners: bwrap landlock
mkdir locked
echo locked-text >locked/secret
chmod 000 locked
ready
box -- true
expect_rc 0
expect_no_err .
box -- sh -c 'echo a >f && cat f'
expect_text a
made f

READ='chmod 700 locked && cat locked/secret'
control sh -c "$READ"
expect_text locked-text
chmod 000 locked
# A rule on a path that the caller itself cannot look at is held, or the run is refused.
box --quiet --deny-read "$W/locked/secret" -- sh -c "$READ"
if [ "$RC" = 125 ]; then
  expect_own_failure 'locked'
else
  expect_refused 'Permission denied|No such file|Operation not permitted|Read-only file system'
fi
expect_no_out locked-text
chmod 000 locked
