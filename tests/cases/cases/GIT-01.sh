# SPDX-License-Identifier: MIT
# GIT-01: hooks and configuration of the repository, of submodules and of repositories inside
# are kept; without being asked for, only hooks are, where the runner can.
# users: nonroot
# runners: bwrap landlock
cd "$H"
git init -q seed && git -C seed -c user.name=a -c user.email=a@a commit -q --allow-empty -m x
git init -q p && cd p && git init -q nested/sub
git -c protocol.file.allow=always submodule add -q ../seed lib 2>/dev/null
ready
PLANT='for d in .git nested/sub/.git .git/modules/lib; do
  echo evil >$d/hooks/pre-commit && echo "hook $d"
  git -C $d config core.fsmonitor evil 2>/dev/null && echo "config $d"
  mv $d/hooks $d/away 2>/dev/null && echo "moved $d"
done; true'
box --protect git-hooks,git-config -- sh -c "$PLANT"
if ! said_no landlock 'protected git-'; then
  expect_success
  expect_text ''
  for d in .git nested/sub/.git .git/modules/lib; do absent $d/hooks/pre-commit $d/away; done
  # What writes configuration is refused, and sbx says what would allow it.
  box --protect git-config -- git remote add o ../seed
  [ "$RC" != 0 ] || fail "git wrote its configuration"
  sbx check --protect git-config write .git/config
  expect_rc 77
  expect_out 'would allow it: --no-protect git-config'
fi
REFUSED=
box -- sh -c 'echo evil >.git/hooks/pre-commit'
if [ "$RUNNER" = bwrap ]; then
  expect_refused 'Read-only file system'
else
  expect_success
  rm .git/hooks/pre-commit
  sbx status --runner landlock
  expect_out "fs.protect +partial .*'$H/p/.git/hooks'"
fi
box --no-protect git-hooks -- sh -c 'echo fine >.git/hooks/pre-commit'
expect_success
# A repository that is made during a run is named at its end, and protected from the next on.
mkdir "$H/fresh" && cd "$H/fresh"
box --json -- git init -q .
expect_success
expect_out "\"repositoriesMade\":\\[\"$H/fresh\"\\]"
box --json -- true
expect_out '"repositoriesMade":\[\]'
sbx explain --runner "$RUNNER"
expect_out 'protected git-hooks'
