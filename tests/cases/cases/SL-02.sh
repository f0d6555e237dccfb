# SPDX-License-Identifier: MIT
# SL-02: a .git that is a link, outside or to nowhere, does not keep the run from starting,
# and a rule below it is held. (That git is protected by itself comes with the presets.)
# users: nonroot
# runners: bwrap landlock
mkdir "$O/real.git" "$S/t"
echo kept >"$O/real.git/config"
ln -s "$O/real.git" .git
ready
control sh -c "echo x >.git/ctl && rm .git/ctl"
box -- true
expect_rc 0
box -- $PROBE read .git/config , write .git/f , write .git/config
expect_probe "read .git/config" ok
expect_probe "write .git/f" 'EROFS|EACCES'
expect_probe "write .git/config" 'EROFS|EACCES'
holds "$O/real.git/config" kept

rm .git
ln -s /no/such .git
ready
box -- true
expect_rc 0
MAKE='rm -f .git; mkdir -p .git/hooks && echo owned >.git/hooks/pre-commit'
control sh -c "cd '$S/t' && ln -s /no/such .git && $MAKE && test -f .git/hooks/pre-commit"
box --deny-write "$W/.git/hooks" -- sh -c "$MAKE"
if [ "$RC" = 125 ]; then
  expect_own_failure '\.git' # the link itself is in the writable tree: name its target instead
else
  expect_refused '(Permission denied|Read-only file system|Device or resource busy|Operation not permitted|File exists|No such file)'
fi
absent .git/hooks/pre-commit
[ "$(readlink .git)" = /no/such ] || fail ".git is no longer the link that it was"
