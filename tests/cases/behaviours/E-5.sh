# SPDX-License-Identifier: MIT
# E-5: reads outside allowed regions and writes outside the workspace fail.
# users: root nonroot
# runners: bwrap landlock
mkdir "$H/project" "$H/other"
echo mine >"$H/project/file"
echo other-text >"$H/other/file"
echo setting >"$H/dotfile" && ln -s dotfile "$H/.setting"
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
# With reads denied by default programs run, and only what is listed can be read.
box --read deny --allow-read "$H/.setting" --allow-read "$H/project" -- \
  sh -c 'cat "$1/.setting" "$1/project/file"; echo x >f && cat f; python3 -c "import ssl, json; print(1)"; id -u >/dev/null && echo id
    cat "$1/other/file" /etc/shadow /etc/sudoers /var/log/* "$1/../out"/* 2>/dev/null' sh "$H"
expect_text $'setting\nmine\nx\n1\nid'
made f
box --read deny --mode read-only -- sh -c "cat '$H/project/file' || ls '$W'"
expect_success
expect_no_out mine
