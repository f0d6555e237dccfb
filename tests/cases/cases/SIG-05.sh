# SPDX-License-Identifier: MIT
# SIG-05: what is left of the tree ends with the command, by the same rule for both runners.
# Sessions that keep background jobs come with the server.
# users: nonroot
# runners: bwrap landlock
ready
MARK=20.$$$RANDOM
left() { pgrep -u "$(id -u)" -fx "sleep $1"; }
none_left() { [ -z "$(left "$1")" ]; }
control sh -c "setsid nohup sleep ${MARK}1 >/dev/null 2>&1 & sleep 0"
until_true 3 left "${MARK}1" >/dev/null || void "no background job outside"
kill $(left "${MARK}1")
# As a job, in a session of its own, as a double fork.
for how in "sleep $MARK" "setsid nohup sleep $MARK" "(setsid sh -c 'sleep $MARK & sleep $MARK &' &)"; do
  box -- sh -c "$how >/dev/null 2>&1 &
    i=0; until pgrep -fx 'sleep $MARK' >/dev/null || [ \$i = 200 ]; do i=\$((i + 1)); sleep 0.02; done; echo started \$i"
  expect_success
  expect_out '^started 1?[0-9]?[0-9]$'
  none_left "$MARK" || {
    fail "outlived the run: $how"
    kill $(left "$MARK")
  }
done
