# SPDX-License-Identifier: MIT
# FS-20: mounts below a directory that is read-only are read-only too.
# users: root nonroot
# runners: bwrap landlock
mkdir "$O/sub" "$O/s p" "$O/$(printf 'new\nline')"
ready
NS="unshare -m"
[ "$(id -u)" = 0 ] || NS="unshare -Urm"
cat >"$S/mounts.sh" <<'SCRIPT'
for place in "$O/sub" "$O/s p" "$O/$(printf 'new\nline')"; do
  mount -t tmpfs t "$place" && chmod 777 "$place" || exit 99
done
mkdir "$O/sub/deeper" && mount -t tmpfs t "$O/sub/deeper" || exit 99
"$@"
code=$?
find "$O" -type f
exit $code
SCRIPT
TOUCH="touch '$O/sub/x' '$O/s p/x' '$O/sub/deeper/x' '$O/new
line/x'"
control $NS sh "$S/mounts.sh" sh -c "$TOUCH"
[ "$(grep -c '/x$' <<<"$OUT")" = 4 ] || void "the mounts are not writable outside"

plain $NS sh "$S/mounts.sh" $BOX -- sh -c "$TOUCH"
expect_text ''
if [ "$RC" = 125 ]; then
  expect_own_failure 'mount|sub' # a mount that cannot be made read-only stops the run
else
  expect_rc 1
  [ "$(grep -cE "^touch: .*x'?: (Read-only file system|Permission denied|No such file or directory)" <<<"$ERR")" = 4 ] ||
    fail "not every write was refused"
fi
