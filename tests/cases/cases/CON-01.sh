# SPDX-License-Identifier: MIT
# CON-01: many runs in one workspace do not disturb each other.
# users: nonroot
# runners: bwrap landlock
ready
RULES=(--deny-write "$W/.zshrc" --deny-write "$W/.git/hooks" --deny-read "$W/nope/x")
box "${RULES[@]}" -- true
if said_no landlock 'deny'; then RULES=(); else expect_rc 0; fi
cat >"$S/many.py" <<'PYTHON'
import subprocess, sys
running, failed, total = [], [], 0
def reap(limit):
    while len(running) > limit:
        p = running.pop(0)
        out = p.communicate()[0]
        if p.returncode: failed.append((p.returncode, out))
while total < 200 or running:
    reap(7 if total < 200 else 0)
    if total < 200:
        running.append(subprocess.Popen(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT))
        total += 1
print(total, "runs,", len(failed), "failed")
for code, out in failed[:3]: print(code, out.decode(errors="replace"))
PYTHON
WHAT=
plain timeout 40 $PY -SE "$S/many.py" $BOX "${RULES[@]}" -- true
expect_text '200 runs, 0 failed'
[ -z "$(ls -A)" ] || fail "left in the workspace: $(ls -A)"
# The rules hold while another run of the same workspace comes and goes.
if [ ${#RULES[@]} != 0 ]; then
  start $BOX "${RULES[@]}" -- sh -c 'while :; do
    mkdir -p .git/hooks nope/x 2>/dev/null && [ -d .git/hooks ] && echo owned >.git/hooks/pre-commit
    { echo owned >.zshrc; } 2>/dev/null; done' 2>/dev/null
  for _ in $(seq 25); do $BOX "${RULES[@]}" -- true || fail "a run failed beside another"; done
  alive "$STARTED" || fail "the long run ended"
  grep -qs owned .git/hooks/pre-commit && fail "the hook was written"
  grep -qs owned .zshrc && fail ".zshrc was written"
  kill -TERM "$STARTED"
  wait "$STARTED" 2>/dev/null
  is_clean() { [ -z "$(ls -A)" ]; }
  until_true 3 is_clean || fail "left in the workspace: $(ls -A)"
fi
