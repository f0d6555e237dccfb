# SPDX-License-Identifier: MIT
# ENV-04: /proc/self of the command is the command's, not that of a helper that opens files for it.
# users: nonroot
# runners: landlock
ready
export SUP=zz-secret
LOOK='cat /proc/self/comm; tr "\0" "\n" </proc/self/environ; grep ^Name: /proc/self/status; head -1 /proc/thread-self/status; readlink /proc/self/exe'
control sh -c "$LOOK"
expect_out zz-secret
for rules in "" "--deny-read $H/none" "--deny-read $H/none --unix-sockets deny"; do
  box $rules --clear-env -- /bin/sh -c "PATH=/usr/bin:/bin; $LOOK"
  expect_success
  expect_no_out zz-secret
  expect_out '^cat$'
  expect_out 'Name:[[:space:]]*grep'
  expect_out 'Name:[[:space:]]*head'
  expect_out '^/usr/bin/readlink$'
done
unset SUP
