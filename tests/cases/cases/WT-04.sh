# SPDX-License-Identifier: MIT
# WT-04: a worktree below a protected directory of the repository can be worked in.
# users: nonroot
# runners: bwrap landlock
git init -q "$H/p" && cd "$H/p" && git -c user.name=a -c user.email=a@a commit -q --allow-empty -m x
mkdir .sbx && git worktree add -q .sbx/worktrees/a 2>/dev/null
ready
cd .sbx/worktrees/a || void "no worktree"
box -- sh -c 'echo hi; touch f && git add f && git -c user.name=a -c user.email=a@a commit -q -m f && git log --format=%s -1'
expect_success
expect_text $'hi\nf'
expect_no_err .
# The same without git: a workspace inside that directory.
mkdir "$H/p/.sbx/plain" && cd "$H/p/.sbx/plain"
box -- sh -c 'echo hi; touch f'
expect_success
expect_text hi
