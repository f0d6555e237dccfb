# SPDX-License-Identifier: MIT
# Y-153: no container: no verb, no option, and the sections for one open nothing.
# Y-154: Pi's files are read by nobody unless that source is named, and both of them are then.
# users: root nonroot
# runners: bwrap landlock
mkdir -p "$H/.pi/agent"
ready
for words in 'sandbox' '--container -- true' '--container-image x -- true' '--image x -- true' '--mount /a -- true'; do
  # shellcheck disable=SC2086
  sbx $words
  expect_own_failure 'cannot understand the (verb|option)'
done
sbx help
expect_no_out 'container'
echo '{"runtime": {"mounts": []}}' >"$S/policy.json"
box --config "$S/policy.json" -- touch "$W/ran"
expect_own_failure "'runtime' is not known"
rm "$S/policy.json"
# The container extension's sections stand in the older file, that of processes in the newer.
echo '{"runtime": {"mounts": ["'"$O"'"]}, "image": "x", "mode": "read-only"}' >"$H/.pi/agent/sandbox.json"
box -- touch "$W/f"
expect_success
made "$W/f"
box --config-source pi -- touch "$W/f"
expect_refused '(Read-only|Permission denied)'
expect_err 'runtime is of a container, which sbx does not have'
absent "$W/f"
echo '{"mode": "workspace-write"}' >"$H/.pi/agent/pi-sandbox.json"
box --config-source pi -- $PROBE write "$W/f" , write "$O/f"
expect_probe "write $W/f" ok
expect_probe "write $O/f" 'EROFS|EACCES'
made "$W/f" "$H/.pi/agent/sandbox.json" "$H/.pi/agent/pi-sandbox.json"
