# SPDX-License-Identifier: MIT
# MP-05: a rule that goes on below a regular file still holds for the file.
# users: nonroot
# runners: bwrap landlock
mkdir "$H/.ssh"
echo key-text >"$H/.ssh/id_rsa"
echo host >"$H/.ssh/known_hosts"
ready
control cat "$H/.ssh/id_rsa"
box --deny-read "$H/.ssh/id_rsa/**" --deny-read "$H/.ssh/id_rsa" -- sh -c "echo hi; cat '$H/.ssh/known_hosts'; cat '$H/.ssh/id_rsa'"
expect_refused 'id_rsa: (Permission denied|No such file or directory)'
expect_text $'hi\nhost'
# The same rules in the workspace, for writing.
echo kept >plain
ready
box --deny-write "$W/plain/**" --deny-write "$W/plain" -- sh -c 'echo hi; echo x >plain'
if ! said_no landlock deny-write; then
  expect_refused 'plain: (Read-only file system|Permission denied)'
  expect_text hi
fi
holds plain kept
