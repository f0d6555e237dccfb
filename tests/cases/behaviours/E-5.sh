# SPDX-License-Identifier: MIT
# E-5: reads outside allowed regions and writes outside the workspace fail.
# users: root nonroot
# runners: bwrap landlock
mkdir "$H/project" "$H/other"
echo mine >"$H/project/file"
echo other-text >"$H/other/file"
ready
OPERATIONS="read $H/project/file , read $H/other/file , list $H/other , write $H/other/f , write $H/project/f , write $W/f , read /etc/passwd"
control $PROBE $OPERATIONS
rm -f "$H/other/f" "$H/project/f" "$W/f"
box --deny-read "$H" --allow-read "$H/project" -- $PROBE $OPERATIONS
expect_probe "read $H/project/file" ok
expect_probe "read $H/other/file" 'EACCES|ENOENT'
expect_probe "list $H/other" 'EACCES|ENOENT'
expect_probe "write $H/other/f" 'EACCES|ENOENT|EROFS'
expect_probe "write $H/project/f" 'EACCES|EROFS'
expect_probe "write $W/f" ok
expect_probe "read /etc/passwd" ok
made "$W/f"
# What is made afterwards in a hidden place is hidden too.
start sh -c "until [ -e '$W/go' ]; do sleep 0.02; done; echo late-text >'$H/late'; : >'$W/gone'"
box --deny-read "$H" -- sh -c ": >go; until [ -e gone ]; do sleep 0.02; done; cat '$H/late'"
expect_refused '(Permission denied|No such file)'
expect_no_out late-text
holds "$H/late" late-text
made go gone
