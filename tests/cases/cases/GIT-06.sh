# SPDX-License-Identifier: MIT
# GIT-06: the usual work with git in a plain checkout needs no option.
# users: nonroot
# runners: bwrap landlock
git init -q "$H/p" && cd "$H/p"
ready
box -- sh -c 'echo 1 >f; git add f; git -c user.name=n -c user.email=e commit -qm x; git branch b; git stash list; git gc -q; echo rc=$?'
expect_success
expect_text rc=0
expect_no_err .
