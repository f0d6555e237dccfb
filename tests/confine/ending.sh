#!/bin/sh
# Every run has an end: a command that does not care about SIGTERM is killed with
# its tree when the grace time is over, or at the second SIGTERM; one that has
# other uses for a signal keeps them. usage: ending.sh SBX RUNNER
set -u
sbx=$1 runner=$2
lab=$(mktemp -d /var/tmp/sbx-end-XXXXXX)
run=
trap '[ -z "$run" ] || kill -KILL "$run" 2>/dev/null; rm -rf "$lab"' EXIT
mkdir "$lab/ws"
cd "$lab/ws" || exit 99
failed=0
fail() { echo "FAILED: $*"; failed=1; }
now() { echo $(($(date +%s%N) / 1000000)); }
mark=41.$$

# Starts `sbx $1 -- sh -c $2` and waits until the command says that it is up.
begin() {
  rm -f up
  # shellcheck disable=SC2086
  "$sbx" --runner "$runner" $1 -- sh -c "$2" 2>"$lab/said" &
  run=$!
  tries=0
  while [ ! -e up ] && [ $tries -lt 200 ]; do sleep 0.05; tries=$((tries + 1)); done
  [ -e up ] || fail "did not start: $(cat "$lab/said")"
  started=$(now)
}
# Its exit status in $code and how long it took in $took; ends it after 30 s.
await() {
  (sleep 30; kill -KILL "$run") >/dev/null 2>&1 &
  guard=$!
  wait "$run"
  code=$?
  took=$(($(now) - started))
  kill "$guard" 2>/dev/null
  run=
}
gone() {
  tries=0
  while pgrep -fx "sleep $mark" >/dev/null && [ $tries -lt 60 ]; do sleep 0.05; tries=$((tries + 1)); done
  ! pgrep -fx "sleep $mark" >/dev/null
}
deaf="trap '' TERM INT HUP; setsid sleep $mark & touch up; while :; do sleep $mark; done"

# One that cares ends by itself, with its own status, and nothing is said.
begin "" "trap 'exit 7' TERM; touch up; while :; do sleep 0.05; done"
kill -TERM "$run"
await
[ "$code" = 7 ] || fail "a command that cleans up ended with $code"
[ ! -s "$lab/said" ] || fail "it says: $(cat "$lab/said")"

begin "--grace 700ms" "$deaf"
kill -TERM "$run"
await
[ "$code" = 137 ] || fail "after the grace time: exit $code"
[ "$took" -ge 650 ] || fail "the grace time was $took ms"
[ "$took" -lt 8000 ] || fail "ended only after $took ms"
grep -q 'went on for 700 ms after it was told to end' "$lab/said" || fail "it says: $(cat "$lab/said")"
gone || fail "outlived the grace time: $(pgrep -fxa "sleep $mark")"

begin "--grace 25s" "$deaf"
kill -TERM "$run"
sleep 0.3
kill -TERM "$run"
await
[ "$code" = 137 ] || fail "after the second SIGTERM: exit $code"
[ "$took" -lt 10000 ] || fail "the second SIGTERM took $took ms"
gone || fail "outlived the second SIGTERM: $(pgrep -fxa "sleep $mark")"

# Without an option the grace time ends too.
begin "" "$deaf"
kill -TERM "$run"
await
[ "$code" = 137 ] || fail "after the usual grace time: exit $code"
[ "$took" -ge 4500 ] && [ "$took" -lt 15000 ] || fail "the usual grace time was $took ms"

# Interrupts and hang-ups may mean anything, however often they come.
begin "--grace 200ms" "n=0; trap 'n=\$((n + 1))' INT HUP; trap 'exit \$n' TERM; touch up; while :; do sleep 0.05; done"
for signal in INT HUP INT HUP; do kill -$signal "$run"; sleep 0.4; done
kill -TERM "$run"
await
[ "$code" = 4 ] || fail "interrupts and hang-ups: exit $code, not the 4 that were counted"

# A terminal that is gone asks to end: nobody is left who could.
rm -f up
cat >hang_up.py <<'PYTHON'
import os, pty, sys, time
pid, terminal = pty.fork()
if pid == 0:
    os.execv(sys.argv[1], sys.argv[1:])
for _ in range(200):
    if os.path.exists("up"):
        break
    time.sleep(0.05)
else:
    sys.exit("did not start")
os.close(terminal)
for _ in range(400):
    ended, status = os.waitpid(pid, os.WNOHANG)
    if ended:
        sys.exit(os.waitstatus_to_exitcode(status))
    time.sleep(0.05)
os.kill(pid, 9)
sys.exit("outlived its terminal")
PYTHON
/usr/bin/python3 -SE hang_up.py "$sbx" --runner "$runner" --grace 500ms -- sh -c "$deaf"
code=$?
[ "$code" = 137 ] || fail "without its terminal: exit $code"
gone || fail "outlived the terminal: $(pgrep -fxa "sleep $mark")"

"$sbx" --runner "$runner" --grace never -- true 2>"$lab/said"
[ $? = 125 ] || fail "--grace never was taken"
exit $failed
