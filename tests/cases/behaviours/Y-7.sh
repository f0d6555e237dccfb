# SPDX-License-Identifier: MIT
# Y-7: the default mode is workspace-write.
# users: root nonroot
# runners: bwrap landlock
ready
sbx status --runner "$RUNNER"
expect_success
expect_out workspace-write
sbx status --runner "$RUNNER" --json
expect_success
plain $PY -SE -c 'import json, sys
d = json.loads(sys.argv[1]); print("workspace-write" in json.dumps(d), "danger-full-access" in json.dumps(d.get("mode", "")))' "$OUT"
expect_text 'True False'
for mode in "" "--mode workspace-write"; do
  box $mode -- $PROBE write "$W/f" , write "$O/f"
  expect_probe "write $W/f" ok
  expect_probe "write $O/f" 'EROFS|EACCES'
  made "$W/f"
done
control $PROBE write "$O/f" , unlink "$O/f"
