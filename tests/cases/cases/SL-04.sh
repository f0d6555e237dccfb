# SPDX-License-Identifier: MIT
# SL-04: writes through a symlink do not leave the workspace.
# The library's and the server's file calls come later and are left out.
# users: nonroot
# runners: bwrap landlock
mkdir "$O/dir" "$S/t"
echo kept >"$O/dir/file"
ln -s "$O" link
ln -s "$O/new" leaf
ln -s "$O/dir/file" existing
ln -s link chain
ready
OPERATIONS='write link/f , mkdir link/d , write leaf , write existing , truncate existing , write chain/g , write link/../out/h , rename link/dir/file link/dir/moved , unlink link/dir/file , symlink x link/s'
(cd "$S/t" && cp -P "$W"/* . && mkdir out) || void "fixture"
WHAT=
control sh -c "cd '$S/t' && $PROBE $OPERATIONS; [ -f '$O/f' ] && [ -f '$O/new' ] && [ ! -f '$O/dir/file' ]"
rm -rf "$O/f" "$O/d" "$O/new" "$O/g" "$O/h" "$O/s" "$O/dir/moved"
echo kept >"$O/dir/file"

box -- $PROBE $OPERATIONS
while read -r line; do
  case $line in
    'write link/../out/h: '*) expect_probe 'write link/../out/h' 'EROFS|EACCES|ENOENT' ;;
    *': EROFS' | *': EACCES' | *': EPERM') ;;
    'unlink link/dir/file: ENOENT') fail "it had been moved" ;;
    *) fail "not refused: $line" ;;
  esac
done <<<"$OUT"
[ "$(grep -c : <<<"$OUT")" = 10 ] || fail "not every operation was tried"
box -- sh -c 'echo a >link/f; mkdir -p link/d/e; echo b >leaf'
expect_rc 2
expect_err 'link/f: (Read-only file system|Permission denied)'
expect_err 'link/d.*(Read-only file system|Permission denied)'
expect_err 'leaf: (Read-only file system|Permission denied)'
holds "$O/dir/file" kept
