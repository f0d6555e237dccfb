# SPDX-License-Identifier: MIT
# Y-37, Y-38: init writes a file with the defaults where the user says; Y-39, Y-152: one that is there is replaced only
# after yes. Y-105: nothing else makes one.
# users: nonroot
# runners: landlock
C=$H/.config/sbx/config.json
mkdir -p .pi
echo '{"mode": "read-only"}' >.pi/sandbox.json
ready
box -- true
expect_success
absent "$H/.config" "$W/.sbx"
sbx init
expect_own_failure 'sbx init --user, or: sbx init --project'
sbx config show
before=$OUT
sbx init --user
expect_success
expect_out "wrote $C"
sbx init --project
expect_success
sbx config validate "$C" "$W/.sbx/config.json"
expect_success
sbx config show
[ "$OUT" = "$before" ] || fail "the file changes what holds: $(diff <(echo "$before") <(echo "$OUT"))"
expect_no_err .
echo '{"mode": "read-only"}' >"$C"
sbx init --user </dev/null
expect_own_failure 'it is there already; --yes replaces it'
holds "$C" '{"mode": "read-only"}'
with_pty 'expect=replace it' 'send=n\n' -- "$SBX_BIN" init --user
holds "$C" '{"mode": "read-only"}'
sbx init --user --yes
expect_success
grep -q preset "$C" || fail "it was not replaced"
made "$W/.sbx"
holds .pi/sandbox.json '{"mode": "read-only"}'
