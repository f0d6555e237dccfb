# SPDX-License-Identifier: MIT
# FS-17: descriptors of the caller do not reach the command.
# users: nonroot
# runners: bwrap landlock
echo secret-text >"$H/secret"
exec 9<"$H/secret" 8<"$O" 7>"$S/written" 200<"$H/secret"
ready
ATTACK='cat <&9; echo y >/proc/self/fd/8/viafd; echo z >&7'
control bash -c "$ATTACK"
expect_out secret-text
rm "$O/viafd"
: >"$S/written"
exec 9<&- 9<"$H/secret"

for rules in "" "--deny-read $H/secret"; do
  box $rules -- bash -c "$ATTACK"
  expect_rc 1
  expect_no_out secret-text
  expect_err '9: Bad file descriptor'
  expect_err '/proc/self/fd/8/viafd: (No such file or directory|Permission denied|Read-only file system)'
  expect_err '7: Bad file descriptor'
  absent "$O/viafd"
  box $rules -- $PY -SE -c 'import os
def is_open(fd):
    try: os.fstat(fd)
    except OSError: return False
    return True
print([fd for fd in range(4096) if is_open(fd)])'
  expect_text '[0, 1, 2]'
done
[ -s "$S/written" ] && fail "the command wrote to an inherited descriptor"
exec 9<&- 8<&- 7>&- 200<&-
