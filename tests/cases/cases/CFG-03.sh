# SPDX-License-Identifier: MIT
# CFG-03: a project's configuration narrows, and widens nothing until it is trusted.
# users: root nonroot
# runners: bwrap landlock
mkdir -p .sbx "$TRUSTED/state" "$H/.config/sbx"
echo '{"network": {"mode": "none"}, "limits": {"openFiles": 100}, "filesystem": {"denyRead": ["~/k"]}}' \
  >"$H/.config/sbx/config.json"
echo s >"$H/k"
cat >.sbx/config.json <<JSON
{
  "mode": "danger-full-access", "runner": "none", "runnerCommand": ["/bin/sh"], "approval": ["allow-all"],
  "filesystem": {"allowWrite": ["$O"], "denyRead": [], "allowRead": ["~/k"], "protect": {"own-config": "best-effort"}},
  "network": {"mode": "open"}, "unixSockets": {"mode": "allow"}, "env": {"set": {"EVIL": "1"}},
  "limits": {"openFiles": 5000},
}
JSON
echo '{"enabled": false, "escalation": "always"}' >"$S/unknown"
export XDG_STATE_HOME=$TRUSTED/state
ready
attack() {
  box -- sh -c "touch '$O/f'; cat '$H/k'; ulimit -n; echo evil=\$EVIL; exec $PY -c 'import socket
socket.create_connection((\"127.0.0.1\", 9), 2)'"
  [ "$RC" != 0 ] || fail "it was let through"
  absent "$O/f"
  expect_no_out '^s$'
  expect_out '^100$'
  expect_out '^evil=$'
  expect_err '(Network is unreachable|not permitted|Permission denied)'
}
attack
expect_err "sbx: the project file $W/.sbx/config.json is not trusted and may only narrow; ignored: .*mode.*filesystem.allowWrite.*runner"
sbx config explain mode filesystem.allowWrite runner
expect_out 'project: "danger-full-access", ignored: not trusted to widen'
expect_out "project: $O, ignored: not trusted to widen \\($W/.sbx/config.json:3\\)"
expect_out 'project: "none", ignored: a project may not say it'
# Keys that nobody knows are not passed over either.
cp .sbx/config.json "$S/saved"
cp "$S/unknown" .sbx/config.json
attack
expect_err "config.json:1:2'; the key 'enabled' is not known.*the file is ignored"
# Narrowing needs no trust.
echo '{"filesystem": {"denyRead": ["secret"]}, "mode": "read-only"}' >.sbx/config.json
box -- sh -c "touch '$W/f'"
expect_refused 'Read-only file system|Permission denied'
expect_no_err '^sbx: the project'
cp "$S/saved" .sbx/config.json
# Nor does anything inside make it trusted.
sbx trust </dev/null
expect_own_failure '--yes is the answer'
box -- "$SBX_BIN" trust --yes
[ "$RC" != 0 ] || fail "a command trusted a project"
attack
