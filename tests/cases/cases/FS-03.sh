# SPDX-License-Identifier: MIT
# FS-03: a hard link made by the command reaches neither what is hidden nor what is outside.
# users: nonroot
# runners: bwrap landlock
mkdir -p "$H/sec" "$S/t"
echo key-text >"$H/sec/key"
echo outside >"$O/file"
echo inner-secret >inner
ready
control $PROBE link "$H/sec/key" "$S/t/k1" , link "$O/file" "$S/t/f1" , read "$S/t/k1" , write "$S/t/f1"
echo outside >"$O/file"
rm -f "$S/t/k1" "$S/t/f1"

box --deny-read "$H/sec" -- $PROBE link "$H/sec/key" "$W/k1" , read "$W/k1" , link "$O/file" "$W/f1" , read "$O/file"
expect_probe "link $H/sec/key $W/k1" 'EACCES|EXDEV|ENOENT|EPERM'
expect_probe "read $W/k1" ENOENT
expect_probe "link $O/file $W/f1" 'EACCES|EXDEV|EPERM'
expect_probe "read $O/file" ok
absent k1 f1
holds "$O/file" outside

# A hidden file inside the workspace: neither linked, nor moved, nor copied.
box --deny-read "$W/inner" -- sh -c 'ln inner i1; mv inner i2; cp inner i3; cat inner; cat i1 i2 i3; true'
if ! said_no landlock 'deny-read'; then
  expect_success
  expect_no_out inner-secret
  for tool in ln mv cp cat; do
    grep -qE "^$tool: .*(Permission denied|Device or resource busy|Invalid cross-device link|Operation not permitted|No such file)" <<<"$ERR" ||
      fail "$tool of the hidden file was not refused"
  done
fi
for copy in i1 i2 i3; do
  grep -qs inner-secret "$copy" && fail "$copy has the hidden text"
  rm -f "$copy"
done
holds inner inner-secret
