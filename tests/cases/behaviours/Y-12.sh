# SPDX-License-Identifier: MIT
# Y-12: danger-full-access bypasses everything, and nothing else does.
# users: root nonroot
# runners: bwrap landlock
ready
control sh -c 'grep -E "^(Seccomp|NoNewPrivs|CapEff|CapBnd):" /proc/self/status'
HERE=$OUT
sbx --mode danger-full-access -- sh -c 'grep -E "^(Seccomp|NoNewPrivs|CapEff|CapBnd):" /proc/self/status'
expect_success
expect_text "$HERE"
sbx --mode danger-full-access -- $PROBE write "$O/f" , write "$H/f"
expect_success
made "$O/f" "$H/f"
control unshare -Ur true
sbx --mode danger-full-access -- unshare -Ur true
expect_success
sbx --mode danger-full-access -- sh -c 'exit 9'
expect_rc 9
# Not by a variable that the command or a project could set.
for name in SBX_MODE SBX_DISABLE SBX_SANDBOX SBX; do
  plain env $name=danger-full-access "$SBX_BIN" --runner "$RUNNER" -- $PROBE write "$O/f"
  expect_no_out ': ok'
  absent "$O/f"
done
