# SPDX-License-Identifier: MIT
# Y-34, F-26: status shows the mode and its source, the preset, the files that count, runner and enforcement, workspace
# and approval; --short is one line. Y-117: the approval in force, not that of an untrusted project.
# users: nonroot
# runners: landlock
mkdir -p "$H/.config/sbx" .sbx
echo '{"mode": "read-only", "approval": ["human"]}' >"$H/.config/sbx/config.json"
echo '{"approval": ["allow-all"]}' >.sbx/config.json
ready
sbx status
expect_success
expect_out "^mode +read-only \\($H/.config/sbx/config.json:1\\)"
expect_out '^preset +pi \(default\)'
expect_out "^file +$H/.config/sbx/config.json \\(user, read\\)"
expect_out "^file +$W/.sbx/config.json \\(project, not trusted\\)"
expect_out '^runner +(bwrap|landlock), enforcement (full|partial)'
expect_out "^workspace +$W"
expect_out '^approval +human'
sbx status --preset strict --mode workspace-write
expect_out '^mode +workspace-write \(--mode\)'
expect_out '^preset +strict \(--preset\)'
SBX_MODE=workspace-write sbx status
expect_out "^mode +read-only \\($H"
expect_out '^note +variables may only narrow; ignored: mode'
rm "$H/.config/sbx/config.json"
SBX_MODE=read-only sbx status
expect_out '^mode +read-only \(SBX_MODE\)'
echo '{"mode": "read-only", "approval": ["human"]}' >"$H/.config/sbx/config.json"
sbx status --preset droid --json
expect_out '"preset":"droid","presetSource":"--preset"'
expect_out '"approval":\["human"\]'
sbx status --short
expect_out '^sbx read-only (bwrap|landlock) (full|partial)$'
