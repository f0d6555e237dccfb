# SPDX-License-Identifier: MIT
# FS-06: deny-read, allow-read below it and allow-write below that: the deepest rule decides.
# users: nonroot
# runners: bwrap landlock
mkdir -p "$H/big/ws/proj" "$H/big/secret"
echo other-text >"$H/big/other"
echo secret-text >"$H/big/secret/file"
echo readable >"$H/big/ws/readable"
ready
OPERATIONS="write $H/big/ws/proj/f , read $H/big/ws/proj/f , read $H/big/ws/readable , write $H/big/ws/readable , read $H/big/other , read $H/big/secret/file , read $H/big"
control $PROBE $OPERATIONS
rm "$H/big/ws/proj/f"
echo readable >"$H/big/ws/readable"

# In every order of the rules.
D="--deny-read $H/big" R="--allow-read $H/big/ws" A="--allow-write $H/big/ws/proj"
for rules in "$D $R $A" "$A $R $D" "$R $A $D"; do
  box $rules -- $PROBE $OPERATIONS
  expect_probe "write $H/big/ws/proj/f" ok
  expect_probe "read $H/big/ws/proj/f" ok
  expect_probe "read $H/big/ws/readable" ok
  expect_probe "write $H/big/ws/readable" 'EROFS|EACCES'
  expect_probe "read $H/big/other" 'EACCES|ENOENT'
  expect_probe "read $H/big/secret/file" 'EACCES|ENOENT'
  rm -f "$H/big/ws/proj/f"
done
holds "$H/big/ws/readable" readable
