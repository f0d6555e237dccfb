# SPDX-License-Identifier: MIT
# Y-118: what the user can read is readable, ~/.ssh included; what it cannot stays so.
# users: root nonroot
# runners: bwrap landlock
mkdir -m 700 "$H/.ssh"
echo key-text >"$H/.ssh/id"
chmod 600 "$H/.ssh/id"
ready
control cat "$H/.ssh/id"
box -- cat "$H/.ssh/id"
expect_success
expect_text key-text
if [ "$(id -u)" != 0 ]; then
  plain cat /etc/shadow
  [ "$RC" != 0 ] || void "/etc/shadow is readable"
  box -- cat /etc/shadow
  expect_refused 'Permission denied'
  expect_text ''
fi
# With a rule it is hidden.
box --deny-read "$H/.ssh" -- cat "$H/.ssh/id"
expect_refused '(Permission denied|No such file)'
expect_text ''
