# SPDX-License-Identifier: MIT
# UNI-01: spaces, tabs, quotes, newlines and stars in paths.
# users: nonroot
# runners: bwrap landlock
# mounts: out/s p
D=$H/$'we ird\t"q\'\n$(touch x)*'
R=${D%'*'}'\*'  # in a rule the star of a name has a backslash before it
mkdir -p "$D" "$D/p q"
ready
cd "$D" || void cd
box --deny-write "$R/p q" -- sh -c 'pwd; echo a >"f 1" && ls; echo b >"p q/f"'
if ! said_no landlock deny-write; then
  expect_refused 'p q/f: (Read-only file system|Permission denied)'
  expect_text "$D"$'\nf 1\np q'
fi
box -- sh -c 'pwd; echo a >"f 1" && ls'
expect_success
expect_text "$D"$'\nf 1\np q'
# A rule on what is not there, below such a directory.
box --deny-write "$R/new one" -- sh -c 'mkdir "new one"'
if ! said_no landlock deny-write; then
  expect_refused 'new one.*(Read-only file system|Permission denied|Device or resource busy|File exists|Operation not permitted)'
fi
box --deny-read "$R/p q" -- ls "$D/p q"
if ! said_no landlock deny-read; then
  expect_refused '(Permission denied|No such file)'
fi
[ "$(ls -A "$D")" = $'f 1\np q' ] || fail "unexpected files: $(ls -A "$D")"
cd "$W" || void cd
absent "$H/x" "$W/x"

# A mount whose name has a space is read-only too.
if [ -n "$OWN_TMP" ]; then
  control sh -c "touch '$O/s p/x' && rm '$O/s p/x'"
  box -- touch "$O/s p/x"
  expect_refused '(Read-only file system|Permission denied)'
  absent "$O/s p/x"
fi
