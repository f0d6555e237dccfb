# SPDX-License-Identifier: MIT
# Y-35, Y-36: a session's mode is switched at once, for every run of that session from the next on, and for no other;
# what runs inside cannot switch it.
# users: root nonroot
# runners: landlock
mkdir "$TRUSTED/state"
export XDG_STATE_HOME=$TRUSTED/state
ready
sbx mode read-only --session one
expect_success
expect_out '^read-only \(session one\)'
box --session one -- touch "$W/f"
expect_refused '(Read-only|Permission denied)'
box --session two -- touch "$W/f"
expect_success
made "$W/f"
box -- touch "$W/f"
expect_success
made "$W/f"
box --session one --mode workspace-write -- touch "$W/f"
expect_success
made "$W/f"
box --session two -- "$SBX_BIN" mode danger-full-access --session two
[ "$RC" != 0 ] || fail "a command switched the mode"
sbx mode --session two
expect_out '^workspace-write \(default\)'
sbx mode default --session one
expect_success
box --session one -- touch "$W/f"
expect_success
made "$W/f"
sbx mode read-only
expect_own_failure '--session'
sbx mode readonly --session one
expect_own_failure 'it is one of read-only'
