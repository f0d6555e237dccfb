# SPDX-License-Identifier: MIT
# GIT-07: a tracked file that may not be read stops git on that file only.
# users: nonroot
# runners: bwrap landlock
cd "$H" && git init -q p && cd p
git config user.name a && git config user.email a@a
echo K=1 >.env && echo a >a && git add -A && git commit -q -m x
ready
box --deny-read "$H/p/.env" -- sh -c 'cat .env; echo b >>a; git diff --stat -- a; git add a && git commit -q -m y && echo committed'
if ! said_no landlock '\.env'; then
  expect_success
  expect_no_out K=1
  expect_out committed
  expect_err 'Permission denied'
fi
