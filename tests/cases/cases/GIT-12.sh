# SPDX-License-Identifier: MIT
# GIT-12: a .git of any kind stops no command.
# users: nonroot
# runners: bwrap landlock
cd "$H"
git init -q a
git init -q b && mv b/.git b.git && echo 'gitdir: ../b.git' >b/.git
mkdir c && : >c/.git
mkdir d && mkfifo d/.git a/.git/fifo
mkdir e && ln -s ../a/.git e/.git
ready
for place in a b c d e; do
  cd "$H/$place" || void "no $place"
  box --quiet -- sh -c 'echo ran'
  expect_success
  expect_text ran
  expect_no_err .
done
for place in a b e; do
  cd "$H/$place"
  box --quiet -- git status --short
  expect_success
done
