# SPDX-License-Identifier: MIT
# MP-03: protected paths that do not exist stop nothing, leave nothing, and cannot be made.
# users: nonroot
# runners: bwrap
mkdir "$H/cfgdir"
ready
cd "$H/cfgdir" || void cd
control sh -c "mkdir -p nope/deeper && echo x >nope/deeper/x && rm -r nope"
box --deny-write "$H/cfgdir/nope/deeper/x" -- true
expect_rc 0
box --deny-write /usr/local/none/x -- true
expect_rc 0
box --deny-read /usr/local/none/x --deny-write "$H/absent/x" -- true
expect_rc 0
box --deny-write "$H/cfgdir/nope/deeper/x" -- sh -c 'mkdir -p nope/deeper && echo x >nope/deeper/x'
expect_refused '(Read-only file system|Permission denied|Device or resource busy|Operation not permitted)'
absent nope "$H/absent" /usr/local/none
[ -z "$(ls -A "$H/cfgdir")" ] || fail "left in the directory: $(ls -A "$H/cfgdir")"
