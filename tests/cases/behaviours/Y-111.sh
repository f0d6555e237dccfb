# SPDX-License-Identifier: MIT
# Y-111: a failure signature is not empty and has one line.
# users: root nonroot
# runners: bwrap
ready
for text in '' $'two\nlines' '   '; do
  box --runner-command /usr/bin/bwrap --runner-failure-signature "$text" -- touch "$W/ran"
  expect_own_failure 'signature'
  absent "$W/ran"
done
box --runner-failure-signature 'bwrap:' -- touch "$W/ran"
expect_own_failure 'runner-command'
absent "$W/ran"
box --runner-command /usr/bin/bwrap --runner-failure-signature 'bwrap:' -- touch "$W/ran"
expect_success
made "$W/ran"
