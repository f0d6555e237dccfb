# SPDX-License-Identifier: MIT
# E-2: whole process trees run inside the sandbox; no child escapes it.
# users: root nonroot
# runners: bwrap landlock
ready
TREE='for how in "sh -c" "setsid -w sh -c" "env sh -c" "nohup sh -c" "timeout 5 sh -c" "nice sh -c" "bash -c"; do
  $how "echo x >\"\$O/child\"" 2>/dev/null && echo "escaped by $how"
done
(setsid sh -c "echo x >\"\$O/orphan\"; : >done" 2>/dev/null &)
i=0; until [ -e done ] || [ $i = 200 ]; do i=$((i + 1)); sleep 0.02; done
echo tried'
control sh -c "$TREE"
expect_out escaped
made "$O/child" "$O/orphan" "$W/done"
box -- sh -c "$TREE"
expect_success
expect_text tried
absent "$O/child" "$O/orphan"
made "$W/done"
