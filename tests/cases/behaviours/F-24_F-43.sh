# SPDX-License-Identifier: MIT
# F-24: what the organisation says is lifted by no file, variable, option or mode; F-43: a managed file that is
# there and no good stops everything.
# users: root
# runners: bwrap landlock
mkdir "$S/etc" "$O/vault" "$O/vault/box" "$H/.config" "$H/.config/sbx" .sbx
echo secret >"$O/vault/key"
cp -a /etc/. "$S/etc"
mkdir -p "$S/etc/sbx"
chown 0:0 "$S/etc" "$S/etc/sbx"
chmod 755 "$S/etc" "$S/etc/sbx"
P=$S/etc/sbx/policy.json
ready
# In a mount namespace of its own, where /etc is the copy.
managed() {
  WHAT="managed: $*"
  run_captured "$BOX_LIMIT" unshare -m --propagation private sh -c "mount --bind '$S/etc' /etc && exec \"\$@\"" sh "$@"
}
echo "{\"filesystem\": {\"denyRead\": [\"$O/vault\"]}, \"network\": {\"mode\": \"none\"}}" >"$P"
managed $BOX -- cat "$O/vault/key"
expect_refused 'Permission denied'
echo "{\"filesystem\": {\"allowRead\": [\"$O/vault/key\"]}, \"network\": {\"mode\": \"open\"}}" >"$H/.config/sbx/config.json"
managed $BOX -- cat "$O/vault/key"
expect_refused '(Permission denied|No such file)'
echo '{"network": {"mode": "open"}}' >"$H/.config/sbx/config.json"
managed $BOX --allow-read "$O/vault/box" -- ls "$O/vault/box"
expect_refused '(Permission denied|No such file)'
managed $BOX --allow-write "$O/vault/box" -- touch "$O/vault/box/x"
expect_refused '(Permission denied|No such file|Read-only file system)'
absent "$O/vault/box/x"
managed $BOX --workspace "$O/vault/box" -- touch "$O/vault/box/x"
expect_refused '(Permission denied|No such file|Read-only file system)'
absent "$O/vault/box/x"
managed $BOX --mode danger-full-access -- cat "$O/vault/key"
expect_own_failure '/etc/sbx/policy.json:1 sets'
managed env SBX_MODE=danger-full-access $BOX -- cat "$O/vault/key"
expect_refused 'Permission denied'
managed $BOX --net open -- $PY -c 'import socket
socket.create_connection(("127.0.0.1", 9), 2)'
expect_err '(Network is unreachable|not permitted)'
managed "$SBX_BIN" config explain network.mode
expect_out 'organisation: "none", counts \(/etc/sbx/policy.json:1\)'
expect_out 'user: "open", wider than allowed above'
managed "$SBX_BIN" check read "$O/vault/key"
expect_rc 77
expect_out 'nothing: the organisation denies it'
# Errors.
for text in '' '{' '{"mod": 1}' '[]'; do
  printf '%s' "$text" >"$P"
  managed $BOX -- echo ran
  expect_own_failure "/etc/sbx/policy.json:1:"
  expect_no_out ran
done
echo '{}' >"$P"
managed $BOX -- echo ran
expect_success
chmod 666 "$P"
managed $BOX -- echo ran
expect_own_failure 'can be written by others than root'
chmod 644 "$P"
chown 12345 "$S/etc/sbx"
managed $BOX -- echo ran
expect_own_failure '/etc/sbx belongs to user 12345'
