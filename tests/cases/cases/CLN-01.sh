# SPDX-License-Identifier: MIT
# CLN-01: nothing piles up, also when sbx is killed.
# users: nonroot
# runners: bwrap landlock
mkdir "$H/tmp"
export TMPDIR=$H/tmp
ready
everything() { for d in /tmp "$TMPDIR" "$W" "$O" /dev/shm; do find "$d" -mindepth 1 -maxdepth 2 -user "$(id -u)" 2>/dev/null; done | sort; }
everything >"$S/before"
unchanged() { everything | comm -13 "$S/before" - >"$S/more"; [ ! -s "$S/more" ]; }
RULES=(--deny-write "$W/no/such/p" --tmp private)
box "${RULES[@]}" -- true
if said_no landlock deny-write; then RULES=(--tmp private); else expect_rc 0; fi
for _ in $(seq 10); do $BOX "${RULES[@]}" -- sh -c ': >"$TMPDIR/x"' || fail "a run failed"; done
until_true 12 unchanged || fail "left by runs that ended: $(cat "$S/more")"

for _ in $(seq 8); do
  mkfifo "$S/up"
  $BOX "${RULES[@]}" -- sh -c ': >"$TMPDIR/x"; echo up; exec sleep 30' >"$S/up" &
  victim=$!
  read -r -t 5 up <"$S/up" || fail "the run did not start"
  rm "$S/up"
  kill -KILL "$victim"
  wait "$victim" 2>/dev/null
done
unchanged || true
box -- true
sbx cleanup
expect_rc 0
until_true 12 unchanged || fail "left by runs that were killed: $(cat "$S/more")"
# Killed before it has begun.
for delay in 0 0.001 0.002 0.004 0.008; do
  $BOX "${RULES[@]}" -- sleep 30 &
  victim=$!
  sleep "$delay"
  kill -KILL "$victim"
  wait "$victim" 2>/dev/null
done
sbx cleanup
expect_rc 0
until_true 12 unchanged || fail "left by runs that were killed at once: $(cat "$S/more")"
# That no command outlived its killed supervisor is checked by run_case.
