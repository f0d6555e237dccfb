# SPDX-License-Identifier: MIT
# Y-10: everything outside the writable set is read-only, whatever kind of change it is.
# users: root nonroot
# runners: bwrap landlock
mkdir "$O/d" "$O/empty"
echo kept >"$O/file"
ready
OPERATIONS="write $O/new , write $O/file , truncate $O/file , mkdir $O/d/x , rmdir $O/empty , unlink $O/file , rename $O/file $O/d/file , rename $O/d $O/d2 , symlink a $O/l , link $O/file $O/d/h , rename $W/mine $O/mine"
METADATA="chmod $O/file , utime $O/file , chown $O/file"
echo mine >mine
control sh -c "cp -a '$O' '$S/o' && cp mine '$S/mine'"
CONTROL=${OPERATIONS//$O/$S/o}
control $PY -SE "$SUITE/probe.py" write "$S/o/new" , truncate "$S/o/file" , mkdir "$S/o/d/x" , rmdir "$S/o/empty" , \
  rename "$S/o/file" "$S/o/d/file" , chmod "$S/o/d/file" , utime "$S/o/d/file" , symlink a "$S/o/l"
before=$(listing "$O")
box -- $PROBE $OPERATIONS
[ "$(grep -c : <<<"$OUT")" = 11 ] || fail "not everything was tried"
! grep -vE ': (EROFS|EACCES|EPERM|EXDEV|EBUSY)$' <<<"$OUT" || fail "something was not refused"
[ "$before" = "$(listing "$O")" ] || fail "outside changed"
holds "$O/file" kept
made mine
# Metadata: refused, or named as not held.
box -- $PROBE $METADATA
if grep -q ': ok' <<<"$OUT"; then
  DONE=$OUT
  sbx status --runner "$RUNNER"
  grep -E 'metadata' <<<"$OUT" | grep -qviE '\bfull\b' || fail "status says nothing of metadata, but: $DONE"
  chmod 644 "$O/file"
fi
for place in /etc/sbx-case /usr/sbx-case /sbx-case /opt/sbx-case /dev/sbx-case /proc/sys/kernel/hostname /sys/kernel/uevent_helper; do
  [ "$place" = /dev/sbx-case ] && [ "$RUNNER" = bwrap ] && continue # its /dev is its own
  box -- $PROBE write $place
  expect_probe "write $place" 'EROFS|EACCES|EPERM|ENOENT'
  [ "${place##*/}" = sbx-case ] && absent $place
done
