# SPDX-License-Identifier: MIT
# WT-05: a bare repository with worktrees beside it, by relative pointers.
# users: nonroot
# runners: bwrap landlock
cd "$H"
git init -q seed && git -C seed -c user.name=a -c user.email=a@a commit -q --allow-empty -m x
git clone -q --bare seed b.git && git -C b.git worktree add -q ../w1 2>/dev/null
echo 'gitdir: ../b.git/worktrees/w1' >w1/.git
echo '../../../w1/.git' >b.git/worktrees/w1/gitdir
ready
cd w1 || void "no worktree"
box -- sh -c 'echo 1 >f; git add f && git -c user.name=a -c user.email=a@a commit -q -m f && echo ok'
expect_success
expect_text ok
expect_no_err .
