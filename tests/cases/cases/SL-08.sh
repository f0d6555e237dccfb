# SPDX-License-Identifier: MIT
# SL-08: writable roots that are given through a link work, under the name that was given.
# users: nonroot
# runners: bwrap landlock
mkdir "$H/realtmp" "$H/grant" "$W/protected"
ln -s "$H/realtmp" "$H/tmpl"
ln -s "$H/grant" "$H/grantl"
ln -s "$W" "$H/wlink"
ready
control $PROBE write "$W/protected/a" , unlink "$W/protected/a" , write "$H/realtmp/c" , unlink "$H/realtmp/c"
export TMPDIR="$H/tmpl"
box -- sh -c 'f=$(mktemp) && echo "$f" && rm "$f"'
unset TMPDIR
expect_success
expect_out "^$H/(tmpl|realtmp)/tmp\."

cd "$H/wlink" || void cd
box -- sh -c 'echo a >f; pwd; cat f'
expect_success
expect_text "$H/wlink"$'\na'
made "$W/f"
# What is denied is denied under both names.
box --deny-write "$H/wlink/protected" -- $PROBE write "$H/wlink/protected/a" , write "$W/protected/a" , rename "$W/protected" "$W/p2"
if ! said_no landlock deny-write; then
  expect_probe "write $H/wlink/protected/a" 'EROFS|EACCES|EPERM'
  expect_probe "write $W/protected/a" 'EROFS|EACCES|EPERM'
  expect_probe "rename $W/protected $W/p2" 'EBUSY|EACCES|EPERM|EROFS|EXDEV'
fi
cd "$W" || void cd
box --allow-write "$H/grantl" -- $PROBE write "$H/grantl/a" , write "$H/grant/b" , write "$H/realtmp/c"
expect_probe "write $H/grantl/a" ok
expect_probe "write $H/grant/b" ok
expect_probe "write $H/realtmp/c" 'EROFS|EACCES'
box --workspace "$H/grantl" --cwd "$H/grantl" -- sh -c 'echo c >c && pwd'
expect_success
expect_text "$H/grantl"
