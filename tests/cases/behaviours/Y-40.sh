# SPDX-License-Identifier: MIT
# Y-40: shell commands run through the runner, with absolute host paths.
# users: root nonroot
# runners: bwrap landlock
echo one >"$O/file"
ready
control bash -c "cat '$O/file' && echo x >'$O/f' && rm '$O/f'"
box -- /bin/bash -c "set -e; cat '$O/file'; cd '$W'; echo two >'$W/file'; cat <(echo three) '$W/file' | sort; ls '$W' | wc -l"
expect_success
expect_text $'one\nthree\ntwo\n1'
made "$W/file"
box -- bash -c "echo x >'$O/f'"
expect_refused '(Read-only file system|Permission denied)'
absent "$O/f"
