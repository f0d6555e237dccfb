# SPDX-License-Identifier: MIT
# Y-2: only workspace and temporary directories are writable; what cannot be enforced is refused.
# users: root nonroot
# runners: bwrap landlock
ready
control $PROBE write "$O/f" , unlink "$O/f" , write "$H/f" , unlink "$H/f"
box -- $PROBE write "$W/f" , write "/tmp/sbx-case-$$" , unlink "/tmp/sbx-case-$$" , write "$O/f" , write "$H/f" , \
  write "$LAB/f" , write "/var/tmp/sbx-case-$$" , mkdir "$O/d"
for place in "$W/f" "/tmp/sbx-case-$$"; do expect_probe "write $place" ok; done
for place in "$O/f" "$H/f" "$LAB/f" "/var/tmp/sbx-case-$$"; do expect_probe "write $place" 'EROFS|EACCES'; done
expect_probe "mkdir $O/d" 'EROFS|EACCES'
made "$W/f"
absent "$O/f" "$H/f" "$LAB/f" "$O/d"
# No enforcement, no run: a requirement that the runner does not fully hold.
sbx --runner "$RUNNER" --require no.such.restriction -- touch "$W/ran"
expect_own_failure 'no\.such'
absent "$W/ran"
# The runner's program cannot be started (a plan by bwrap), or not named at all.
sbx --runner bwrap --runner-command /no/such/bwrap --runner-failure-signature 'bwrap:' -- touch "$W/ran"
expect_own_failure 'bwrap'
absent "$W/ran"
sbx --runner bwrap --runner-command /bin/false --runner-failure-signature 'bwrap:' -- touch "$W/ran"
expect_rc 125
absent "$W/ran"
