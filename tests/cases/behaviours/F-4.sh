# SPDX-License-Identifier: MIT
# F-4: reads are allowed except what is denied, also for what has no name yet.
# users: root nonroot
# runners: bwrap landlock
mkdir -p "$H/sec/deep"
echo secret-text >"$H/sec/deep/file"
echo open-text >"$H/open"
ln -s "$H/sec" "$H/alias"
ready
OPERATIONS="read $H/open , read $H/sec/deep/file , read $H/alias/deep/file , list $H/sec , list $H/sec/deep"
control $PROBE $OPERATIONS
for rule in "$H/sec" "$H/sec/" "$H/alias" "$H/sec/**" "$H/../home/sec"; do
  box --deny-read "$rule" -- $PROBE $OPERATIONS
  expect_probe "read $H/open" ok
  for path in "read $H/sec/deep/file" "read $H/alias/deep/file" "list $H/sec/deep"; do expect_probe "$path" 'EACCES|ENOENT'; done
done
box --deny-read "$H/sec/deep/file" -- $PROBE list "$H/sec/deep" , read "$H/sec/deep/file"
expect_probe "read $H/sec/deep/file" 'EACCES|ENOENT'
if [ "$RUNNER" = landlock ]; then
  # What lies on the way to it cannot be listed there, and that is said.
  expect_probe "list $H/sec/deep" 'ok|EACCES'
  sbx explain --runner landlock --deny-read "$H/sec/deep/file" -- true
  expect_out 'cannot be listed'
else
  expect_probe "list $H/sec/deep" ok
fi
