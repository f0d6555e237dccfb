# SPDX-License-Identifier: MIT
# PERF-03: a run has a small fixed cost and probes nothing.
# users: nonroot
# runners: bwrap landlock
ready
cat >"$S/least.py" <<'PYTHON'
import subprocess, sys, time
def least(command):
    best = 1e9
    for _ in range(30):
        t = time.monotonic()
        subprocess.run(command, check=True)
        best = min(best, time.monotonic() - t)
    return best * 1000
print(f"{least(['/bin/true']):.2f} {least(sys.argv[1:]):.2f}")
PYTHON
control $PY -SE "$S/least.py" $BOX -- /bin/true
read -r PLAIN BOXED <<<"$OUT"
note "least of 30: plain $PLAIN ms, $RUNNER $BOXED ms"
# On a machine that is busy all is slower, plain exec too: then the ratio counts.
$PY -SE -c "import sys; sys.exit(0 if $BOXED - $PLAIN < 30 or $BOXED < 20 * $PLAIN else 1)" || fail "a run costs $BOXED ms, plain exec $PLAIN ms"
# One command, one start of the runner's program: no throw-away children.
if strace -f -qq -e trace=execve -o "$S/trace" true 2>/dev/null; then
  plain strace -f -qq -e trace=execve -o "$S/trace" $BOX -- /bin/true
  expect_rc 0
  count=$(grep -c 'execve(.*= 0$' "$S/trace")
  [ "$count" -le 4 ] || fail "a run starts $count programs"
fi
