# SPDX-License-Identifier: MIT
# FS-04: a second name that was there before, in the workspace, of a file outside.
# No OS runner can stop a write through it: the documented residual. What is tested is
# that the limit is documented, that reading and the run are not disturbed, and that no
# new name can be made. (The check of sbx's own file calls comes with the library.)
# users: nonroot
# runners: bwrap landlock
echo outside >"$O/file"
echo other >"$O/other"
ln "$O/file" hl
mkdir "$S/t"
ready
control sh -c "ln '$O/other' '$S/t/l' && echo changed >'$S/t/l' && grep -q changed '$O/other' && echo other >'$O/other'"
[ -f "$SUITE/security.md" ] && grep -qiE 'hard.?link' "$SUITE/security.md" ||
  fail "docs/security.md does not name hard links that were there before"

box -- cat hl
expect_success
expect_text outside
box -- $PROBE link "$O/other" "$W/l2" , write "$W/l2" , link "$W/hl" "$O/l3"
expect_probe "link $O/other $W/l2" 'EACCES|EXDEV|EPERM'
expect_probe "link $W/hl $O/l3" 'EACCES|EXDEV|EPERM|EROFS'
expect_probe "write $W/l2" ok # a new file of that name, not the other one
made "$W/l2"
holds "$O/other" other
absent "$O/l3"
