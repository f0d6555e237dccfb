# SPDX-License-Identifier: MIT
# FS-20: mounts below a directory that is read-only are read-only too.
# users: root nonroot
# runners: bwrap landlock
# mounts: out/sub|out/sub/deeper|out/s p
mkdir -p "$O/sub" "$O/s p"
ready
TOUCH="touch '$O/sub/x' '$O/s p/x' '$O/sub/deeper/x'"
NS=
cat >"$S/mounts.sh" <<'SCRIPT'
if [ -n "$1" ]; then
  for place in sub sub/deeper 's p'; do
    mkdir -p "$O/$place" && mount -t tmpfs t "$O/$place" && chmod 777 "$O/$place" || exit 99
  done
fi
shift
"$@"
code=$?
find "$O" -type f
exit $code
SCRIPT
# Where run_case could not make the mounts they are made in a user namespace.
[ -n "$OWN_TMP" ] || NS="unshare -Urm"
control $NS sh "$S/mounts.sh" "$NS" sh -c "$TOUCH"
[ "$(grep -c '/x$' <<<"$OUT")" = 3 ] || void "the mounts are not writable outside"
[ -z "$NS" ] && rm "$O/sub/x" "$O/sub/deeper/x" "$O/s p/x"

plain $NS sh "$S/mounts.sh" "$NS" $BOX -- sh -c "$TOUCH"
expect_text ''
if [ -n "$NS" ] && [ "$RC" = 125 ]; then
  # There the folder of the plugins belongs to nobody that is known.
  expect_own_failure 'owned by uid'
else
  expect_rc 1
  [ "$(grep -cE "^touch: .*x'?: (Read-only file system|Permission denied)" <<<"$ERR")" = 3 ] ||
    fail "not every write was refused"
fi
