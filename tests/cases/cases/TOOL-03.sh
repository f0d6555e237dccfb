# SPDX-License-Identifier: MIT
# TOOL-03: a file that merely has a protected name is not in the way of an explicit grant.
# users: nonroot
# runners: bwrap landlock
mkdir -p "$H/.cache/uv/sdists-v9" "$H/.cache/other"
ready
MAKE=': >"$1/sdists-v9/.git" && echo ok; mkdir -p "$1/x/.git" && echo ok2'
control sh -c "$MAKE; rm -r \"\$1/sdists-v9/.git\" \"\$1/x\"" sh "$H/.cache/uv"
box --allow-write "$H/.cache/uv" -- sh -c "$MAKE" sh "$H/.cache/uv"
expect_success
expect_text $'ok\nok2'
box --allow-write "$H/.cache/uv" -- $PROBE write "$H/.cache/other/f" , write "$H/.cache/f"
expect_probe "write $H/.cache/other/f" 'EROFS|EACCES'
expect_probe "write $H/.cache/f" 'EROFS|EACCES'
