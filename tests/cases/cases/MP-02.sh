# SPDX-License-Identifier: MIT
# MP-02: configuration that the command makes has no effect on the next run.
# users: nonroot
# runners: bwrap landlock
ready
MAKE='mkdir -p .sbx && echo "{\"allowWrite\":[\"$O\"],\"filesystem\":{\"allowWrite\":[\"$O\"]},\"mode\":\"danger-full-access\"}" >.sbx/config.json'
control sh -c "mkdir '$S/t' && cd '$S/t' && $MAKE && test -s .sbx/config.json"
box -- sh -c "$MAKE"
if [ "$RUNNER" = bwrap ]; then
  expect_refused '\.sbx.*(Read-only file system|Permission denied|Device or resource busy)'
  absent .sbx/config.json
fi
cp -r "$S/t/.sbx" . 2>/dev/null # even when somebody else made it
box -- sh -c 'echo x >"$O/f"'
expect_refused '(Read-only file system|Permission denied)'
absent "$O/f"
rm -rf .sbx

# The user's own configuration and state, when what contains them is made writable.
mkdir "$H/.config" "$H/.local"
for place in .config/sbx .local/state/sbx; do
  MAKE="mkdir -p '$H/$place' && echo '{}' >'$H/$place/config.json'"
  control sh -c "$MAKE && rm -r '$H/$place'"
  for rule in "--allow-write $H/${place%%/*}" "--workspace $H --cwd $H"; do
    box $rule -- sh -c "$MAKE"
    if ! said_no landlock 'sbx'; then
      expect_refused '(Read-only file system|Permission denied|Device or resource busy|Operation not permitted)'
    fi
    absent "$H/$place/config.json"
  done
done
# The home itself is too wide a grant.
box --allow-write "$H" -- touch "$W/ran"
expect_own_failure "allow-write $H"
absent "$W/ran"
