# SPDX-License-Identifier: MIT
# Y-46: bwrap binds the root read-only, the workspace and the host's /tmp writable.
# users: root nonroot
# runners: bwrap
echo host >"/tmp/sbx-case-$$"
cleanup() { rm -f "/tmp/sbx-case-$$" "/tmp/sbx-case-new-$$"; }
ready
control $PROBE write "$O/f" , unlink "$O/f"
box -- sh -c "cat /tmp/sbx-case-$$; echo inside >/tmp/sbx-case-new-$$; echo a >f"
expect_success
expect_text host
holds "/tmp/sbx-case-new-$$" inside
made f
box -- $PY -SE -c 'import os
for p in ("/", "/usr", "/etc", os.environ["O"]): print(p, bool(os.statvfs(p).f_flag & os.ST_RDONLY))
print("w", bool(os.statvfs(".").f_flag & os.ST_RDONLY))'
expect_text "/ True"$'\n'"/usr True"$'\n'"/etc True"$'\n'"$O True"$'\n'"w False"
sbx explain --runner bwrap -- true
expect_success
expect_out bwrap
