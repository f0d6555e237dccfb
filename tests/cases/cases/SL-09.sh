# SPDX-License-Identifier: MIT
# SL-09: magic links of /proc and other processes are no way around the rules.
# users: nonroot
# runners: bwrap landlock
mkdir "$H/sec"
echo key-text >"$H/sec/key"
echo kept >"$O/kept"
start env VICTIM=victim-text sleep 60
P=$STARTED
until_true 5 grep -qz VICTIM "/proc/$P/environ" || void "no victim"
ready
OPERATIONS="read /proc/self/root$H/sec/key , read /proc/$P/root$H/sec/key , read /proc/self/cwd/../home/sec/key , write /proc/self/root$O/z , write /proc/$P/root$O/z , write /proc/$P/cwd/z , read /proc/$P/environ , read /proc/$P/mem , read /proc/$P/maps , attach $P , peek $P"
control sh -c "$PROBE $OPERATIONS | grep -v mem"
control grep -z VICTIM "/proc/$P/environ"
expect_no_out 'E[A-Z]+$'
rm -f "$O/z" z

box --deny-read "$H/sec" -- $PROBE $OPERATIONS
if ! said_no landlock deny-read; then
  expect_probe "read /proc/self/root$H/sec/key" 'EACCES|ENOENT'
  expect_probe "read /proc/$P/root$H/sec/key" 'EACCES|ENOENT|EPERM'
  expect_probe "read /proc/self/cwd/../home/sec/key" 'EACCES|ENOENT'
  expect_probe "write /proc/self/root$O/z" 'EACCES|EROFS'
  expect_probe "write /proc/$P/root$O/z" 'EACCES|EROFS|ENOENT|EPERM'
  expect_probe "write /proc/$P/cwd/z" 'EACCES|EROFS|ENOENT|EPERM'
  expect_probe "read /proc/$P/environ" 'EACCES|ENOENT|EPERM'
  expect_probe "read /proc/$P/mem" 'EACCES|ENOENT|EPERM|EIO'
  expect_probe "read /proc/$P/maps" 'EACCES|ENOENT|EPERM'
  expect_probe "attach $P" 'EPERM|ESRCH'
  expect_probe "peek $P" 'EACCES|ENOENT|EPERM|ESRCH'
fi
absent "$O/z" z
# Without a rule the other process is as closed.
box -- sh -c "tr '\\0' '\\n' </proc/$P/environ; cat /proc/$P/root$O/kept"
expect_rc 1
expect_no_out '(victim-text|kept)'
box -- gdb -nx -p "$P" -batch -ex 'print 1'
expect_err '(ptrace|No such process|Operation not permitted|No such file)'
alive "$P" || fail "the victim did not survive"
