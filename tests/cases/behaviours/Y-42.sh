# SPDX-License-Identifier: MIT
# Y-42: reading is not restricted by default.
# users: root nonroot
# runners: bwrap landlock
echo text >"$H/file"
chmod 600 "$H/file"
mkdir -m 700 "$H/private"
echo deep >"$H/private/file"
ready
control cat "$H/file" "$H/private/file" /etc/passwd
HERE=$OUT
for mode in read-only workspace-write; do
  box --mode $mode -- cat "$H/file" "$H/private/file" /etc/passwd
  expect_success
  expect_text "$HERE"
done
