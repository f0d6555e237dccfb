# SPDX-License-Identifier: MIT
# ENV-05: helpers are not taken from a PATH that leads into the workspace.
# users: nonroot
# runners: bwrap landlock
mkdir bin
for helper in bwrap socat git sh sbx sbx-init ldconfig; do
  printf '#!/bin/sh\ntouch "%s/owned-by-%s"\n' "$O" $helper >bin/$helper
  chmod +x bin/$helper
done
ready
cat >"$S/run" <<'SCRIPT'
#!/bin/sh
PATH="$W/bin:.:$PATH"
export PATH
exec "$@"
SCRIPT
chmod +x "$S/run"
control "$S/run" bwrap
made "$O/owned-by-bwrap"
plain "$S/run" $BOX -- /bin/true
expect_rc 0
[ -z "$(ls -A "$O")" ] || fail "a planted program ran: $(ls -A "$O")"
# The command itself does come from PATH, and is confined.
plain "$S/run" $BOX -- bwrap
expect_refused 'owned-by-bwrap.*(Read-only file system|Permission denied)'
[ -z "$(ls -A "$O")" ] || fail "a planted program was not confined: $(ls -A "$O")"
