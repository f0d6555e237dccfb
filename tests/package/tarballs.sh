#!/bin/bash
# SPDX-License-Identifier: MIT
# The tarballs: the same bytes whenever and by whomever they are made; the source one
# is the commit and can be configured, the binary one runs where it is unpacked.
. "$(dirname "$0")/lib.sh"
package() { "$SOURCE/scripts/package" "$@" 2>/dev/null; }
binary=$(package binary "$LAB/one" "$BUILD")
again=$(umask 077 && TZ=Asia/Tokyo LC_ALL=C package binary "$LAB/two" "$BUILD")
cmp "$binary" "$again" || fail "the binary tarball differs from one time to the next"
mkdir "$LAB/unpacked"
tar -C "$LAB/unpacked" --no-same-owner -xzf "$binary"
works "$LAB"/unpacked/sbx-*

# A source tree that was itself unpacked has no history to make a tarball of.
git -C "$SOURCE" rev-parse HEAD >/dev/null 2>&1 || { echo "no commit here"; exit 77; }
source=$(package source "$LAB/one")
again=$(umask 077 && TZ=Asia/Tokyo LC_ALL=C package source "$LAB/two")
cmp "$source" "$again" || fail "the source tarball differs from one time to the next"
tar -C "$LAB/unpacked" --no-same-owner -xzf "$source"
tree=$(echo "$LAB/unpacked/$(basename "$source" .tar.gz)")
diff <(git -C "$SOURCE" ls-tree -r --name-only HEAD | sort) <(cd "$tree" && find . -type f -printf '%P\n' | sort) ||
  fail "the source tarball is not the commit"
[ "$(tar -tvzf "$source" | awk '{print $2}' | sort -u)" = 0/0 ] || fail "the tarball names an owner"
configure "$tree" "$LAB/build" -DSBX_BUILD_TESTS=OFF -DSBX_BUILD_BENCH=OFF >/dev/null
ninja -C "$LAB/build" sbx-init >/dev/null
echo "the same bytes each time"
