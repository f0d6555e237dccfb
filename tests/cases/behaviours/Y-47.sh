# SPDX-License-Identifier: MIT
# Y-47: landlock grants reading below / and writing below the workspace and /tmp.
# users: root nonroot
# runners: landlock
echo host >"/tmp/sbx-case-$$"
cleanup() { rm -f "/tmp/sbx-case-$$" "/tmp/sbx-case-new-$$"; }
ready
control $PROBE write "$O/f" , unlink "$O/f"
box -- sh -c "cat /tmp/sbx-case-$$; echo inside >/tmp/sbx-case-new-$$; echo a >f"
expect_success
expect_text host
holds "/tmp/sbx-case-new-$$" inside
made f
box -- $PROBE write "$O/f" , read / , read /etc/passwd
expect_probe "write $O/f" EACCES
expect_probe "read /" ok
# No namespace is needed for it.
control sh -c 'readlink /proc/self/ns/mnt /proc/self/ns/user /proc/self/ns/net'
HERE=$OUT
box -- sh -c 'readlink /proc/self/ns/mnt /proc/self/ns/user /proc/self/ns/net'
expect_text "$HERE"
sbx explain --runner landlock -- true
expect_success
expect_out "[Ll]andlock"
