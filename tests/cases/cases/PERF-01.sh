# SPDX-License-Identifier: MIT
# PERF-01: the size and shape of the tree do not matter for a start.
# Patterns that would have to hold for names made later are refused by both runners, at once; those that
# keep to what exists look through the tree once, bounded.
# users: nonroot
# runners: bwrap landlock
mkdir "$S/empty"
ready
$PY -SE - <<'PYTHON'
import os
for i in range(200):
    for a in "abc":
        for b in "de": os.makedirs(f"n/{i}/{a}/{b}")
    for j in range(50): open(f"n/{i}/a/d/{j}", "w").close()
os.symlink(".", "n/loop"); os.symlink("/", "n/root"); os.mkfifo("n/fifo")
PYTHON
cat >"$S/least.py" <<'PYTHON'
# The least time in ms of N runs of a command in a folder.
import subprocess, sys, time
best = 1e9
for _ in range(int(sys.argv[1])):
    t = time.monotonic()
    subprocess.run(sys.argv[3:], cwd=sys.argv[2], check=True)
    best = min(best, time.monotonic() - t)
print(round(best * 1000, 1))
PYTHON
control $PY -SE "$S/least.py" 8 "$S/empty" $BOX -- true
EMPTY=$OUT
control $PY -SE "$S/least.py" 8 "$W" $BOX -- true
FULL=$OUT
note "least start: empty $EMPTY ms, large tree $FULL ms"
$PY -SE -c "import sys; sys.exit(0 if $FULL < 2 * $EMPTY + 15 else 1)" || fail "a start in a large tree takes $FULL ms, in an empty one $EMPTY ms"
BOX_LIMIT=5
box --deny-read '**/.env' --deny-read '**/id_rsa*' --deny-write '**/*.lock' -- true
expect_own_failure '\*\*/'
box --deny-read "$W/n/absent" --allow-write "$W/n/loop/loop/loop" -- true
[ "$RC" = 0 ] || said_no landlock deny-read || fail "a loop of links stops the run"
rm -rf n
