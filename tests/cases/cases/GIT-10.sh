# SPDX-License-Identifier: MIT
# GIT-10: lock files that come and go in a repository make no start fail.
# users: nonroot
# runners: bwrap landlock
git init -q "$H/p" && cd "$H/p"
ready
start sh -c 'n=0; while :; do n=$((n + 1)); git config a.b $n; done'
busy=$STARTED
for _ in $(seq 15); do
  box -- true
  expect_rc 0
done
alive "$busy" || fail "nothing was busy"
stop "$busy"
