# SPDX-License-Identifier: MIT
# Y-107, Y-108: what a cloned project says counts once it is trusted, with that content, and not before.
# users: root nonroot
# runners: bwrap landlock
mkdir -p .sbx "$TRUSTED/state"
echo "{\"filesystem\": {\"allowWrite\": [\"$O\"]}, \"approval\": [\"allow-all\"]}" >.sbx/config.json
export XDG_STATE_HOME=$TRUSTED/state
ready
box -- touch "$O/f"
expect_refused '(Read-only|Permission denied)'
sbx config show
expect_out '"auto-review"'
with_pty 'expect=this content' 'send=n\n' -- "$SBX_BIN" trust
box -- touch "$O/f"
expect_refused '(Read-only|Permission denied)'
with_pty 'expect=this content' 'send=y\n' -- "$SBX_BIN" trust
expect_out "filesystem.allowWrite = \\[\"$O\"\\] +\\(line 1, would count\\)"
box -- touch "$O/f"
expect_success
expect_no_err 'project file'
made "$O/f"
sbx config show
expect_out '"allow-all"'
sbx trust --list
expect_out "^$W$"
# The command cannot widen it by its own hand: neither the file, where it is held, nor the store.
box -- sh -c "echo '{}' >'$TRUSTED/state/sbx/trust.json'"
expect_refused '(Read-only|Permission denied)'
cp .sbx/config.json "$S/saved"
echo ' ' >>.sbx/config.json
box -- touch "$O/f"
expect_refused '(Read-only|Permission denied)'
expect_err 'has changed since it was trusted'
cp "$S/saved" .sbx/config.json
sbx trust --revoke
expect_success
box -- touch "$O/f"
expect_refused '(Read-only|Permission denied)'
sbx trust --revoke
expect_own_failure 'not trusted'
