# SPDX-License-Identifier: MIT
# Y-119, Y-121: /tmp inside is the host's: files of others there can be changed and deleted.
# users: root nonroot
# runners: bwrap landlock
FILE=/tmp/sbx-case-$$
cleanup() { rm -f "$FILE" "$FILE-2"; }
echo host >"$FILE"
ready
control stat -c %i /tmp
HERE=$OUT
box -- sh -c "stat -c %i /tmp; cat $FILE; echo changed >$FILE; echo new >$FILE-2"
expect_success
expect_text "$HERE"$'\nhost'
holds "$FILE" changed
holds "$FILE-2" new
box -- rm "$FILE" "$FILE-2"
expect_success
absent "$FILE" "$FILE-2"
sbx check write "$FILE"
expect_rc 0
# With a private one they cannot.
echo host >"$FILE"
box --tmp private -- sh -c "echo changed >'$FILE'; rm -f '$FILE'; true"
expect_success
holds "$FILE" host
rm "$FILE"
