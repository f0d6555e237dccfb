# SPDX-License-Identifier: MIT
# Y-15, Y-17: git works in a directory of a repository, in a linked worktree and in a submodule.
# users: nonroot
# runners: bwrap landlock
printf '[user]\n\tname = A\n\temail = a@example.org\n[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n' >"$H/.gitconfig"
cd "$H"
git init -q seed && (cd seed && echo 0 >base && git add base && git commit -q -m base)
git clone -q seed repo && (cd repo && git worktree add -q ../tree && mkdir below &&
  git submodule add ../seed lib/sub && git commit -q -m sub) 2>/dev/null
mkdir -p tree/below
ready
WORK='set -e
echo 1 >one; git add one; git commit -q -m one
git checkout -q -b topic HEAD~1; echo 2 >two; git add two; git commit -q -m two
git rebase -q -
echo 3 >>two; git stash -q; git stash pop -q; git checkout -q two
git tag mark; git reset -q --hard HEAD~1; git gc -q
echo "$(git log --format=%s | head -n 1) $(git status --porcelain -uno)"'
for place in repo/below repo/lib/sub tree/below tree; do
  cd "$H/$place" || void "no $place"
  box -- sh -c "$WORK"
  expect_success
  expect_text 'one '
  expect_no_err .
  cd "$H"
  git -C "$place" fsck --strict >/dev/null 2>&1 || fail "git fsck finds faults after the work in $place"
  git -C "$place" tag -d mark >/dev/null
  git -C "$place" checkout -q --detach && git -C "$place" branch -q -D topic
done
# A new worktree within reach; one elsewhere is refused as any write is.
cd "$H/repo/below"
box -- git worktree add -q ../inner
expect_success
box -- sh -c 'git worktree add -q ../../beside || exit 1'
expect_refused 'Permission denied|Read-only file system'
absent "$H/beside"
# Nothing of the repository around a submodule.
cd "$H/repo/lib/sub"
box -- sh -c 'echo x >../../f || echo x >../../.git/f'
expect_refused 'Permission denied|Read-only file system'
control sh -c 'echo x >../../f && rm ../../f'
