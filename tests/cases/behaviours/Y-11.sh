# SPDX-License-Identifier: MIT
# Y-11: read-only permits no write but to the null device.
# users: root nonroot
# runners: bwrap landlock
echo kept >file
mkdir "$H/temporary"
ready
export TMPDIR=$H/temporary
OPERATIONS="write $W/f , write $W/file , truncate $W/file , unlink $W/file , mkdir $W/d , write $TMPDIR/f , write /tmp/sbx-case-$$ , write $O/f , write /dev/shm/sbx-case-$$"
control $PROBE write "$W/f" , unlink "$W/f" , write "$TMPDIR/f" , unlink "$TMPDIR/f" , write "/tmp/sbx-case-$$" , unlink "/tmp/sbx-case-$$"
box --mode read-only -- $PROBE $OPERATIONS
while read -r line; do
  case $line in
    *': EROFS' | *': EACCES' | *': EPERM') ;;
    "write /dev/shm/"*) [ "$RUNNER" = bwrap ] && note "/dev/shm is the run's own" || fail "not refused: $line" ;;
    *) fail "not refused: $line" ;;
  esac
done <<<"$OUT"
[ "$(grep -c : <<<"$OUT")" = 9 ] || fail "not everything was tried"
holds file kept
absent "/dev/shm/sbx-case-$$" "/tmp/sbx-case-$$"
box --mode read-only -- sh -c 'echo x >/dev/null && cat file'
expect_success
expect_text kept
unset TMPDIR
