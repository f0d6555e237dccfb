# SPDX-License-Identifier: MIT
# CFG-07: whether a run is confined is decided in one place and shown; what cannot be exempt is refused.
# users: root nonroot
# runners: landlock
mkdir -p "$H/.config/sbx"
C=$H/.config/sbx/config.json
ready
sbx --mode danger-full-access --json -- touch "$O/x"
expect_success
made "$O/x"
expect_out '"mode":"danger-full-access"'
box --json -- touch "$O/x"
absent "$O/x"
expect_out '"mode":"workspace-write"'
# A list of exempt commands is not there; a file that has one does not run unexempted in silence.
for text in '{"commands": {"allow": ["git status"]}}' '{"coverage": {"tools": ["read"]}}' '{"scope": "process"}'; do
  echo "$text" >"$C"
  box -- touch "$O/x"
  expect_own_failure 'does not know how to: leave it out'
  absent "$O/x"
done
echo '{"enabled": false}' >"$C"
box -- touch "$O/x"
expect_own_failure "'enabled' is not known"
# Rules of weaker layers do not stop somebody who asks for all, and are named.
echo '{"filesystem": {"denyRead": ["/srv"]}}' >"$C"
sbx --mode danger-full-access -- touch "$O/x"
expect_success
expect_err 'sets aside 1 rule'
made "$O/x"
