# SPDX-License-Identifier: MIT
# TTY-06: the size is right from the start, and there is no terminal where none was given.
# users: nonroot
# runners: bwrap landlock
ready
with_pty size=41x123 -- $BOX -- stty size
expect_rc 0
expect_out '^41 123$'
box -- sh -c 'test -t 0 || test -t 1 || test -t 2 || echo notty; : </dev/tty'
expect_refused '/dev/tty'
expect_text notty
# A terminal that is there but not wanted.
with_pty -- sh -c "$BOX --tty off -- sh -c ': </dev/tty && echo opened' </dev/null"
expect_no_out '^opened'
with_pty -- sh -c "sh -c ': </dev/tty && echo opened' </dev/null"
expect_out '^opened'
# Streams that are not a terminal stay what they are.
with_pty -- sh -c "$BOX -- sh -c 'test -t 1 || echo plain' </dev/null | cat"
expect_out '^plain$'
