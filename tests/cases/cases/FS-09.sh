# SPDX-License-Identifier: MIT
# FS-09: allow-read of a parent does not win over deny-read of its child; a tie is a denial.
# users: nonroot
# runners: bwrap landlock
mkdir -p "$H/.aws"
echo secret-text >"$H/.aws/credentials"
echo config-text >"$H/.aws/config"
ready
READ='cat "$1/config"; python3 -c "import sys; print(open(sys.argv[1]).read())" "$1/credentials"'
control sh -c "$READ" sh "$H/.aws"
expect_out secret-text

box --deny-read "$H" --allow-read "$H/.aws" --deny-read "$H/.aws/credentials" -- sh -c "cd /; $READ" sh "$H/.aws"
expect_rc 1
expect_text config-text
expect_err '(PermissionError|FileNotFoundError)'
box --allow-read "$H/.aws" --deny-read "$H/.aws" -- $PROBE read "$H/.aws/config" , read "$H/.aws/credentials"
expect_probe "read $H/.aws/config" 'EACCES|ENOENT'
expect_probe "read $H/.aws/credentials" 'EACCES|ENOENT'
