# SPDX-License-Identifier: MIT
# A repository is made; commits are made from its top and from a directory in it.
needs git

settings() { printf '[user]\n\tname = A User\n\temail = user@example.org\n' >"$HOME/.gitconfig"; }

work() {
  run git init -q .
  expect_quiet
  echo one >first
  run git add first
  run git commit -q -m 'The first'
  expect_quiet
  mkdir -p below/deep
  echo two >below/deep/second
  run sh -c 'cd below/deep && git add second && git commit -q -m "The second"'
  expect_quiet
  run git log --format=%s
  expect_text $'The second\nThe first'
  run git checkout -q -b other HEAD~1
  echo changed >>first
  run git commit -q -a -m 'The other'
  run git merge -q --no-edit master
  run git stash list
  run git gc -q
  run git fsck --strict
  run git status --porcelain
  expect_text ''
  outside git log --format=%s master
  expect_text $'The second\nThe first'
}

# Started in a directory of the repository: its root can be written too.
boxed() {
  cd "$W/below" || void "no directory"
  echo three >third
  run git add third
  run git commit -q -m 'The third'
  expect_quiet
  outside git log -1 --format=%s
  expect_text 'The third'
}
