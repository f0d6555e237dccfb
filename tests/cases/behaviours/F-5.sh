# SPDX-License-Identifier: MIT
# F-5: writes only to the working directory and what is granted; deny-write wins over allow-write.
# users: root nonroot
# runners: bwrap landlock
mkdir -p "$O/granted/kept" "$O/other"
echo kept >"$O/granted/kept/file"
ready
OPERATIONS="write $O/granted/f , write $O/granted/kept/file , write $O/other/f , write $O/granted/kept/new"
control $PROBE $OPERATIONS
rm -f "$O/granted/f" "$O/other/f" "$O/granted/kept/new"
echo kept >"$O/granted/kept/file"
box --allow-write "$O/granted" -- $PROBE write "$O/granted/f" , write "$O/other/f"
expect_probe "write $O/granted/f" ok
expect_probe "write $O/other/f" 'EROFS|EACCES'
made "$O/granted/f"
for order in 1 2; do
  RULES=(--allow-write "$O/granted" --deny-write "$O/granted/kept")
  [ $order = 2 ] && RULES=(--deny-write "$O/granted/kept" --allow-write "$O/granted")
  box "${RULES[@]}" -- $PROBE $OPERATIONS
  if ! said_no landlock deny-write; then
    expect_probe "write $O/granted/f" ok
    expect_probe "write $O/granted/kept/file" 'EROFS|EACCES|EPERM'
    expect_probe "write $O/granted/kept/new" 'EROFS|EACCES|EPERM'
    expect_probe "write $O/other/f" 'EROFS|EACCES'
    made "$O/granted/f"
  fi
done
# The same path: the denial wins.
box --allow-write "$O/other" --deny-write "$O/other" -- $PROBE write "$O/other/f"
if [ "$RC" = 125 ]; then
  expect_own_failure 'deny-write|allow-write|other'
else
  expect_probe "write $O/other/f" 'EROFS|EACCES|EPERM'
fi
absent "$O/other/f"
holds "$O/granted/kept/file" kept
