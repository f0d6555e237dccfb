# SPDX-License-Identifier: MIT
# Y-123: a command has a process group of its own; a time-out and an end of sbx end the whole tree.
# users: root nonroot
# runners: bwrap landlock
ready
MARK=31.$$$RANDOM
gone() { [ -z "$(pgrep -u "$(id -u)" -fx "sleep $MARK")" ]; }
TREE="sleep $MARK & setsid sleep $MARK & (setsid sh -c 'trap \"\" TERM INT HUP; sleep $MARK; sleep $MARK' &) ; trap '' TERM; sleep $MARK; sleep $MARK"
control timeout -s KILL 1 sh -c "sleep $MARK & setsid sleep $MARK & sleep 0.1"
until_true 2 eval '! gone' || void "nothing was left outside"
kill -KILL $(pgrep -u "$(id -u)" -fx "sleep $MARK")
begin=$(date +%s%N)
box --timeout 500ms -- sh -c "$TREE"
took=$((($(date +%s%N) - begin) / 1000000))
expect_rc 124
[ $took -ge 450 ] || fail "ended after $took ms"
[ $took -lt 6000 ] || fail "ended only after $took ms"
gone || fail "outlived the time-out: $(pgrep -u "$(id -u)" -fxa "sleep $MARK")"
box --timeout 20s -- sh -c 'exit 3'
expect_rc 3
# TERM to sbx ends the tree too.
mkfifo "$S/up"
$BOX -- sh -c "echo up; $TREE" >"$S/up" &
run=$!
read -r -t 5 _ <"$S/up" || fail "did not start"
kill -TERM $run
stopped() { ! alive $run; }
if until_true 8 stopped; then :; else fail "TERM does not end sbx"; kill -KILL $run; fi
wait $run 2>/dev/null
until_true 3 gone || fail "outlived sbx: $(pgrep -u "$(id -u)" -fxa "sleep $MARK")"
gone || kill -KILL $(pgrep -u "$(id -u)" -fx "sleep $MARK")
