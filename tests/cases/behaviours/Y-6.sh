# SPDX-License-Identifier: MIT
# Y-6: there are exactly three modes.
# users: root nonroot
# runners: bwrap landlock
ready
for mode in read-only workspace-write; do
  box --mode $mode -- sh -c 'echo ran'
  expect_success
  expect_text ran
done
sbx --mode danger-full-access -- sh -c 'echo ran'
expect_success
expect_text ran
for mode in readonly full none off Workspace-Write '' 'read-only ' 0; do
  box --mode "$mode" -- touch "$W/ran"
  expect_own_failure 'mode|workspace-write'
  absent "$W/ran"
done
