# SPDX-License-Identifier: MIT
# US-03: a tmux server outside does nothing for the command.
# users: nonroot
# runners: bwrap landlock
NAME=sbx-case-$$
FOLDER=/tmp/tmux-$(id -u)
[ -d "$FOLDER" ] || MADE_FOLDER=1
cleanup() {
  tmux -L "$NAME" kill-server 2>/dev/null
  rm -f "$FOLDER/$NAME"
  [ -n "${MADE_FOLDER:-}" ] && rmdir "$FOLDER" 2>/dev/null
}
ready
control tmux -f /dev/null -L "$NAME" new-session -d 'sleep 99'
control tmux -L "$NAME" run-shell "touch '$O/control'"
until_true 3 test -e "$O/control" || void "tmux does nothing outside"
rm "$O/control"
for arguments in "" "--tmp private" "--tmp none"; do
  box $arguments -- tmux -L "$NAME" run-shell "touch '$O/owned'"
  expect_refused '(error connecting to|no server running on|couldn.t create|Permission denied|Operation not permitted|Read-only)'
  box $arguments -- tmux -S "$FOLDER/$NAME" send-keys "touch '$O/owned'" Enter
  expect_refused '(error connecting to|no server running on|couldn.t create|Permission denied|Operation not permitted|Read-only)'
done
control tmux -L "$NAME" run-shell "touch '$O/control'" # what would have been done is done by now
until_true 3 test -e "$O/control" || void "the tmux server is dead"
rm "$O/control"
absent "$O/owned"
