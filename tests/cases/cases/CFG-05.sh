# SPDX-License-Identifier: MIT
# CFG-05: a key in a layer that may not use it is named, in words and as data.
# users: nonroot
# runners: landlock
mkdir .sbx
echo '{"runner": "landlock", "approval": ["allow-all"], "filesystem": {"denyRead": []}}' >.sbx/config.json
ready
box -- true
expect_success
expect_err "sbx: the project file $W/.sbx/config.json is not trusted and may only narrow; ignored: approval, runner"
box --quiet -- true
expect_no_err .
sbx status --json
expect_success
expect_out "\"ignoredKeys\":\\[\"$W/.sbx/config.json:1 approval\",\"$W/.sbx/config.json:1 runner\"\\]"
echo '{"org": {"lock": true}, "network": {"strict": true}}' >.sbx/config.json
sbx status
expect_out "note .*the key 'org' is not known.*ignored"
sbx config validate .sbx/config.json
expect_rc 1
expect_err "config.json:1:2'; the key 'org' is not known"
echo '{"runner": "landlock", "approval": ["allow-all"], "filesystem": {"denyRead": []}}' >.sbx/config.json
