# SPDX-License-Identifier: MIT
# F-1: what is started with sbx is confined without any switch or file, and no file that
# another system keeps switches it off.
# users: root nonroot
# runners: bwrap landlock
mkdir -p "$H/.factory"
ready
control $PROBE write "$O/f" , unlink "$O/f"
confined() {
  box "$@" -- $PROBE write "$W/f" , write "$O/f"
  expect_probe "write $W/f" ok
  expect_probe "write $O/f" 'EROFS|EACCES'
  absent "$O/f"
  made "$W/f"
}
confined
echo '{"sandbox": {"enabled": false, "filesystem": {"allowWrite": ["'"$O"'"]}}}' >"$H/.factory/settings.json"
confined
made "$H/.factory/settings.json"
