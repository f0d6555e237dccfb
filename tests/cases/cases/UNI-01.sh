# SPDX-License-Identifier: MIT
# UNI-01: spaces, tabs, quotes, newlines and stars in paths.
# users: nonroot
# runners: bwrap landlock
D=$H/$'we ird\t"q\'\n$(touch x)*'
mkdir -p "$D" "$D/p q" "$O/s p"
ready
cd "$D" || void cd
box --deny-write "$D/p q" -- sh -c 'pwd; echo a >"f 1" && ls; echo b >"p q/f"'
if ! said_no landlock deny-write; then
  expect_refused 'p q/f: (Read-only file system|Permission denied)'
  expect_text "$D"$'\nf 1\np q'
fi
box -- sh -c 'pwd; echo a >"f 1" && ls -A'
expect_success
expect_text "$D"$'\nf 1\np q'
# A rule on what is not there, below such a directory.
box --deny-write "$D/new one" -- sh -c 'mkdir "new one"'
if ! said_no landlock deny-write; then
  expect_refused 'new one.*(Read-only file system|Permission denied|Device or resource busy|File exists|Operation not permitted)'
fi
box --deny-read "$D/p q" -- ls "$D/p q"
if ! said_no landlock deny-read; then
  expect_refused '(Permission denied|No such file)'
fi
[ "$(ls -A "$D")" = $'f 1\np q' ] || fail "unexpected files: $(ls -A "$D")"
cd "$W" || void cd
absent "$H/x" "$W/x"

# A mount whose name has a space is read-only too.
NS="unshare -m"
[ "$(id -u)" = 0 ] || NS="unshare -Urm"
cat >"$S/mount.sh" <<'SCRIPT'
mount -t tmpfs n "$O/s p" || exit 99
"$@"
code=$?
ls -A "$O/s p"
exit $code
SCRIPT
control $NS sh "$S/mount.sh" touch "$O/s p/x"
expect_text x
plain $NS sh "$S/mount.sh" $BOX -- touch "$O/s p/x"
expect_text ''
expect_refused '(Read-only file system|Permission denied|No such file)'
