# SPDX-License-Identifier: MIT
# Y-8: writable are the workspace, /tmp and what TMPDIR names.
# users: root nonroot
# runners: bwrap landlock
mkdir "$H/temporary" "$W/sub"
ready
control $PROBE write "$H/f" , unlink "$H/f"
export TMPDIR=$H/temporary
box -- $PROBE write "$W/f" , write "$W/sub/f" , write "$TMPDIR/f" , write "/tmp/sbx-case-$$" , write "$H/f" , write "$O/f"
unset TMPDIR
for place in "$W/f" "$W/sub/f" "$H/temporary/f" "/tmp/sbx-case-$$"; do
  expect_probe "write $place" ok
  made "$place"
done
for place in "$H/f" "$O/f"; do expect_probe "write $place" 'EROFS|EACCES'; done
# The workspace is the working directory, or what is named.
cd "$W/sub" || void cd
box -- $PROBE write "$W/sub/f" , write "$W/f"
expect_probe "write $W/sub/f" ok
expect_probe "write $W/f" 'EROFS|EACCES'
box --workspace "$W" -- $PROBE write "$W/f" , write "$O/f"
expect_probe "write $W/f" ok
expect_probe "write $O/f" 'EROFS|EACCES'
made "$W/sub/f" "$W/f"
