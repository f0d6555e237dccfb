# SPDX-License-Identifier: MIT
# WT-03: a forged .git file, and a forged commondir, open nothing in the next run.
# users: nonroot
# runners: bwrap landlock
mkdir "$H/.ssh" && echo key >"$H/.ssh/authorized_keys"
git init -q "$H/repo" && git -C "$H/repo" -c user.name=a -c user.email=a@a commit -q --allow-empty -m x
ready
WRITE='echo k >>"$1" && echo written'
tried() {  # what was forged
  box -- sh -c "$WRITE" sh "$H/.ssh/authorized_keys"
  expect_refused 'Permission denied|Read-only file system'
  box -- sh -c "$WRITE" sh "$H/repo/.git/config"
  expect_refused 'Permission denied|Read-only file system'
  expect_err 'makes nothing writable'
  holds "$H/.ssh/authorized_keys" key
}
for target in "$H/.ssh" "$H/repo/.git" "../home/.ssh"; do
  box -- sh -c 'rm -rf .git; echo "gitdir: $1" >.git' sh "$target"
  expect_success
  tried
done
box -- sh -c 'mkdir -p g/worktrees/w && cd g/worktrees/w && echo "gitdir: g/worktrees/w" >../../../.git &&
  echo "$1/.git" >gitdir && echo "$2/repo/.git" >commondir && echo "ref: refs/heads/main" >HEAD' sh "$W" "$H"
expect_success
box -- sh -c "$WRITE" sh "$H/repo/.git/config"
expect_refused 'Permission denied|Read-only file system'
box -- sh -c 'rm -rf g .git && mkdir .git && ln -s "$1/.ssh" .git/objects && ln -s "$1/.ssh" .git/hooks' sh "$H"
expect_success
box -- sh -c "$WRITE" sh "$H/.ssh/authorized_keys"
expect_refused 'Permission denied|Read-only file system'
rm -rf "$W/.git"
control sh -c "$WRITE" sh "$H/.ssh/authorized_keys"
