# SPDX-License-Identifier: MIT
# GIT-03: sbx itself never runs what a repository's configuration names.
# users: nonroot
# runners: bwrap landlock
git init -q .
git config core.fsmonitor "sh -c 'touch $O/owned'"
git config diff.external "touch $O/owned2"
git config core.hooksPath "$W/hooks"
ready
box -- true
expect_rc 0
sbx status
sbx explain -- true
sbx check write "$W/f"
absent "$O/owned" "$O/owned2"
control git status
[ -e "$O/owned" ] || void "git does not run the monitor here"
rm "$O/owned"
