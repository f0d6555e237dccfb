# SPDX-License-Identifier: MIT
# GL-01: a pattern with a wildcard in the middle is held, or refused by its name.
# users: nonroot
# runners: bwrap landlock
mkdir -p a/x b/y c
echo 1 >a/x/lock && echo 1 >b/y/lock && echo 1 >"$O/k.key"
ready
TRY='echo 2 >a/x/lock; cat b/y/lock; echo 3 >c/lock'
box --deny-write "$W/**/lock" -- sh -c "$TRY"
expect_own_failure "--deny-write $W/\\*\\*/lock"
holds a/x/lock 1
box --patterns existing --deny-write "$W/**/lock" --deny-read "$W/*/y/lock" -- sh -c "$TRY"
if ! said_no landlock 'lock'; then
  expect_refused_text='Permission denied|Read-only file system'
  expect_err "$expect_refused_text"
  expect_no_out 1
  holds a/x/lock 1
  made c/lock
  sbx status --runner bwrap --patterns existing --deny-write "$W/**/lock"
  expect_out 'fs.pattern +none .*lock'
fi
REFUSED=
# Where nothing can be made it needs no more than what is there, under any runner.
box --deny-read "$O/*.key" -- cat "$O/k.key"
expect_refused 'Permission denied'
sbx check --deny-read "$O/*.key" read "$O/later.key"
expect_rc 77
control sh -c "echo 2 >a/x/lock; cat '$O/k.key'; echo 1 >a/x/lock"
