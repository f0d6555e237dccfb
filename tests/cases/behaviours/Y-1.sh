# SPDX-License-Identifier: MIT
# Y-1: a process-level sandbox by one mechanism of the platform; a mechanism of another is refused.
# users: root nonroot
# runners: bwrap landlock
ready
control $PROBE write "$O/f" , unlink "$O/f"
box -- $PROBE write "$W/f" , write "$O/f"
expect_probe "write $W/f" ok
expect_probe "write $O/f" 'EROFS|EACCES'
made "$W/f"
# It is this process tree on this host: same kernel, host name, root directory, user.
control sh -c 'uname -nr; id -u; stat -c %i /usr /etc'
HERE=$OUT
box -- sh -c 'uname -nr; id -u; stat -c %i /usr /etc'
expect_success
expect_text "$HERE"
sbx plugins
expect_success
expect_out "$RUNNER"
for other in seatbelt windows-acl; do
  sbx --runner $other -- touch "$W/f"
  expect_own_failure $other
  absent "$W/f"
done
