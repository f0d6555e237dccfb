# SPDX-License-Identifier: MIT
# TMP-01: whatever TMPDIR says, temporary files work, in a directory that the policy lets be written.
# users: nonroot
# runners: bwrap landlock
mkdir "$H/there"
ready
USE='f=$(mktemp) && echo x >"$f" && rm "$f" && echo "ok $f"
d=$(python3 -c "import tempfile; print(tempfile.mkdtemp())") && [ "$(stat -c %a "$d")" = 700 ] && rmdir "$d" && echo "ok $d"'
unset TMPDIR
control sh -c "$USE"
box -- sh -c "$USE"
expect_success
[ "$(grep -c '^ok /' <<<"$OUT")" = 2 ] || fail "temporary files do not work without TMPDIR"
for value in "$H/there" "$H/scratch" /nope relative ""; do
  export TMPDIR=$value
  box -- sh -c "$USE"
  expect_success
  [ "$(grep -c '^ok ' <<<"$OUT")" = 2 ] || fail "temporary files do not work with TMPDIR='$value'"
  [ "$value" = relative ] && rm -rf relative # inside a grant: made
  if [ "$value" = "$H/there" ]; then
    expect_out "^ok $H/there/"
  fi
done
# What it names does not widen the policy to the home or the root.
for value in "$H" / "$(dirname "$H")"; do
  export TMPDIR=$value
  box -- $PROBE write "$H/f" , write "$O/f"
  expect_probe "write $H/f" 'EROFS|EACCES'
  expect_probe "write $O/f" 'EROFS|EACCES'
  absent "$H/f" "$O/f"
done
unset TMPDIR
box --tmp private -- sh -c "$USE"'; echo "dir $TMPDIR"'
expect_success
[ "$(grep -c '^ok /' <<<"$OUT")" = 2 ] || fail "temporary files do not work with --tmp private"
