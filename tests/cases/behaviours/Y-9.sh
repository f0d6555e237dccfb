# SPDX-License-Identifier: MIT
# Y-9: in a subdirectory of a git repository the repository's root is writable as well.
# users: root nonroot
# runners: bwrap landlock
mkdir -p repo/sub/deep repo2
git init -q repo
ready
control $PROBE write "$O/f" , unlink "$O/f"
cd repo/sub/deep || void cd
box -- $PROBE write "$W/repo/sub/deep/f" , write "$W/repo/f" , write "$W/f" , write "$W/repo2/f"
expect_probe "write $W/repo/sub/deep/f" ok
expect_probe "write $W/repo/f" ok
expect_probe "write $W/f" 'EROFS|EACCES'
expect_probe "write $W/repo2/f" 'EROFS|EACCES'
cd "$W" || void cd
rm -f repo/f repo/sub/deep/f
