# SPDX-License-Identifier: MIT
# CFG-01: a configuration that is missing, empty, broken or unreadable is an error, and nothing runs.
# users: root nonroot
# runners: landlock
echo s >"$H/k"
: >"$S/empty"
echo '{"filesystem": {"denyRead":[' >"$S/bad"
printf '{\n  "filesystem": {"denyRaed": []}\n}\n' >"$S/key"
mkdir "$S/dir"
C=$H/.config/sbx/config.json
mkdir -p "$H/.config/sbx"
ready
box -- cat "$H/k"
expect_success
for file in /no/such "$S/empty" "$S/bad" "$S/dir"; do
  box --config "$file" -- cat "$H/k"
  expect_own_failure "$file"
  [ -z "$OUT" ] || fail "something was run"
done
box --config "$S/empty" -- cat "$H/k"
expect_err "$S/empty:1:1'"
box --config "$S/key" -- cat "$H/k"
expect_own_failure "$S/key:2:18'; the key 'filesystem.denyRaed' is not known; did you mean 'filesystem.denyRead'"
# The same where it is looked for anyway; only its absence is fine.
for text in '' '{"filesystem": {' '[]' '{"mode": "read-onli"}'; do
  printf '%s' "$text" >"$C"
  box -- cat "$H/k"
  expect_own_failure "$C:1:"
  [ -z "$OUT" ] || fail "something was run"
done
echo '{}' >"$C"
box -- cat "$H/k"
expect_success
if [ "$(id -u)" != 0 ]; then
  chmod 0 "$C"
  box -- cat "$H/k"
  expect_own_failure 'Permission denied'
  chmod 600 "$C"
fi
echo '{"filesystem": {"denyRead": ["~/k"]}}' >"$C"
box -- cat "$H/k"
expect_refused 'k: Permission denied'
rm "$C"
box -- cat "$H/k"
expect_success
