# SPDX-License-Identifier: MIT
# FS-01: renaming the parent of a protected directory does not carry the protection away.
# users: nonroot
# runners: bwrap landlock
mkdir -p "$S/t"
git init -q repo
mkdir -p repo/.git/hooks
echo original >repo/.git/hooks/post-commit
cp -r repo "$S/t/repo"
ready
ATTACK='mv .git g && mkdir -p .git/hooks && cp -r g/. .git/
echo owned >.git/hooks/pre-commit
echo owned >.git/hooks/post-commit'
control sh -c "cd '$S/t/repo' && { $ATTACK
} && grep -q owned .git/hooks/pre-commit"

box -- $PROBE write "$W/repo/ordinary"
expect_success
made "$W/repo/ordinary"
box --deny-write "$W/repo/.git/hooks" -- sh -c "cd repo && $ATTACK"
if ! said_no landlock 'deny-write'; then
  expect_refused 'mv: .*(Device or resource busy|Permission denied|Operation not permitted)'
  expect_err 'post-commit: (Read-only file system|Permission denied)'
fi
absent "$W/repo/g" "$W/repo/.git/hooks/pre-commit"
holds "$W/repo/.git/hooks/post-commit" original

# The same one level up, and the protected directory itself.
box --deny-write "$W/repo/.git/hooks" -- $PROBE rename "$W/repo" "$W/r" , rename "$W/repo/.git/hooks" "$W/h" , \
  write "$W/repo/.git/hooks/post-commit" , write "$W/repo/ordinary"
if ! said_no landlock 'deny-write'; then
  expect_probe "rename $W/repo $W/r" 'EBUSY|EACCES|EPERM|EXDEV|EROFS'
  expect_probe "rename $W/repo/.git/hooks $W/h" 'EBUSY|EACCES|EPERM|EXDEV|EROFS'
  expect_probe "write $W/repo/.git/hooks/post-commit" 'EROFS|EACCES|EPERM'
  expect_probe "write $W/repo/ordinary" ok
  made "$W/repo/ordinary"
fi
holds "$W/repo/.git/hooks/post-commit" original
