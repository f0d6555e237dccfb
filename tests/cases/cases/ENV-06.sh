# SPDX-License-Identifier: MIT
# ENV-06: a command outside the sandbox has the caller's environment. Here by
# danger-full-access; escalation and the proxy's variables come later.
# users: nonroot
# runners: bwrap landlock
ready
export MARK='a b' LC_ALL=C.UTF-8 TMPDIR=/nope
control env
HERE=$(sort <<<"$OUT" | grep -vE '^(_|SHLVL)=')
sbx --mode danger-full-access -- env
expect_success
THERE=$(sort <<<"$OUT" | grep -vE '^(_|SHLVL)=')
[ "$HERE" = "$THERE" ] || fail "the environment differs:"$'\n'"$(diff <(echo "$HERE") <(echo "$THERE"))"
# A restricted one has no proxy that was not the caller's either.
box -- env
expect_success
expect_no_out '[pP][rR][oO][xX][yY]'
expect_out '^MARK=a b$'
unset LC_ALL TMPDIR
