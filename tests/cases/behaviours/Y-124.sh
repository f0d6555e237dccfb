# SPDX-License-Identifier: MIT
# Y-124: when sbx is killed, its command and all that it started end (more than the original promises).
# users: root nonroot
# runners: bwrap landlock
ready
MARK=32.$$$RANDOM
gone() { [ -z "$(pgrep -u "$(id -u)" -fx "sleep $MARK")" ]; }
mkfifo "$S/up"
for tree in "sleep $MARK & setsid sleep $MARK & sleep $MARK" "trap '' TERM HUP INT; (setsid sleep $MARK &); exec sleep $MARK"; do
  $BOX -- sh -c "echo up; $tree" >"$S/up" &
  run=$!
  read -r -t 5 _ <"$S/up" || fail "did not start"
  until_true 2 eval '! gone' || fail "did not start"
  kill -KILL $run
  wait $run 2>/dev/null
  until_true 3 gone || {
    fail "outlived sbx: $(pgrep -u "$(id -u)" -fxa "sleep $MARK")"
    kill -KILL $(pgrep -u "$(id -u)" -fx "sleep $MARK")
  }
done
# Without sbx they do live on.
sh -c "echo up; sleep $MARK & sleep $MARK" >"$S/up" &
run=$!
read -r -t 5 _ <"$S/up"
until_true 2 eval '! gone' || void "nothing started"
kill -KILL $run
wait $run 2>/dev/null
gone && void "the control tree died by itself"
kill -KILL $(pgrep -u "$(id -u)" -fx "sleep $MARK")
