# SPDX-License-Identifier: MIT
# Y-41: whether a path may be written or read is answered without running anything.
# The same in the library comes with it.
# users: root nonroot
# runners: bwrap landlock
mkdir "$H/sec"
: >"$H/sec/key"
ln -s "$O" link
ready
asked() { # asked CODE options… word path
  local wanted=$1
  shift
  sbx check "$@"
  expect_rc "$wanted"
}
asked 0 write "$W/f"
asked 0 write f
asked 0 write "/tmp/f"
asked 77 write "$O/f"
asked 77 write link/f
asked 77 write ../out/f
asked 77 write /etc/passwd
asked 77 write "$W/../out/f"
asked 0 read "$O"
asked 0 read /etc/passwd
asked 77 --deny-read "$H/sec" read "$H/sec/key"
asked 0 --deny-read "$H/sec" read "$H"
asked 77 --deny-write "$W/kept" write "$W/kept/f"
asked 0 --allow-write "$O" write link/f
asked 77 --mode read-only write "$W/f"
asked 0 --mode danger-full-access write "$O/f"
asked 125 write
asked 125 frobnicate "$W/f"
# The answers are what happens.
box -- $PROBE write "$W/f" , write "$W/link/f" , write "$W/../out/f"
expect_probe "write $W/f" ok
expect_probe "write $W/link/f" 'EROFS|EACCES'
expect_probe "write $W/../out/f" 'EROFS|EACCES'
made f
control $PROBE write "$W/link/f" , unlink "$W/link/f"
