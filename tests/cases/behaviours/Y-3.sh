# SPDX-License-Identifier: MIT
# Y-3: host paths are valid unchanged.
# users: root nonroot
# runners: bwrap landlock
echo text >"$O/file"
ready
LOOK="pwd; readlink -f /proc/self/cwd; cat '$O/file'; stat -c '%i %n' / '$W' '$O/file' /usr/bin/env; readlink /proc/self/root"
control sh -c "$LOOK"
HERE=$(grep -v ' /$' <<<"$OUT")
box -- sh -c "$LOOK"
expect_success
[ "$(grep -v ' /$' <<<"$OUT")" = "$HERE" ] || fail "paths differ from"$'\n'"$HERE"
box -- sh -c 'echo inside >f; readlink -f f'
expect_text "$W/f"
holds "$W/f" inside
made "$W/f"
