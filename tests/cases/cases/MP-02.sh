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

# The user's own configuration and state, when the home is made writable.
for place in .config/sbx .local/state/sbx; do
  box --allow-write "$H" -- sh -c "mkdir -p '$H/$place' && echo '{\"mode\":\"danger-full-access\"}' >'$H/$place/config.json'"
  if ! said_no landlock 'sbx'; then
    expect_refused '(Read-only file system|Permission denied|Device or resource busy|Operation not permitted)'
  fi
  absent "$H/$place/config.json"
done
