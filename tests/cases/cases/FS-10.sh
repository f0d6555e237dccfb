# SPDX-License-Identifier: MIT
# FS-10: renames and links between directories of the workspace work.
# users: nonroot
# runners: landlock
ready
MOVE='mkdir -p a b && echo x >a/f && mv a/f b/f && ln b/f a/g && echo ok'
box -- sh -c "$MOVE"
expect_success
expect_text ok
box --net none -- python3 -c 'import os; os.rename("b/f", "a/h"); print("ok")'
expect_success
expect_text ok
box --net none -- sh -c "rm -r a b; $MOVE && mv a/g /tmp/sbx-case-$$ 2>/dev/null; rm -f /tmp/sbx-case-$$"
expect_success
expect_text ok
# Only there: not into a directory outside.
box -- $PROBE rename "$W/b/f" "$O/f" , rename "$W/a" "$O/a"
expect_probe "rename $W/b/f $O/f" 'EACCES|EXDEV|EROFS'
expect_probe "rename $W/a $O/a" 'EACCES|EXDEV|EROFS'
made a b
control $PROBE mkdir "$W/c" , rename "$W/c" "$O/c" , rmdir "$O/c"
