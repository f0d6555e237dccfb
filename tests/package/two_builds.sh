#!/bin/bash
# SPDX-License-Identifier: MIT
# two_builds.sh FOLDER: the tree is built twice in FOLDER, from two folders with names of
# different length and no object of one used in the other, and the packages of both are
# the same bytes. Takes as long as two builds, so no test that runs each time does it.
set -euo pipefail
umask 022
source=$(cd "$(dirname "$0")/../.." && pwd -P)
[ $# = 1 ] || { echo "usage: tests/package/two_builds.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
lab=$(mktemp -d "$(cd "$1" && pwd -P)/two-builds.XXXXXX")
trap 'rm -rf "$lab"' EXIT
export CCACHE_DISABLE=1
SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct)
export SOURCE_DATE_EPOCH
for place in one another/of/them; do
  mkdir -p "$lab/$place"
  git -C "$source" archive HEAD | tar -C "$lab/$place" -xf -
  cmake -S "$lab/$place" -B "$lab/$place/out" -G Ninja -DCMAKE_BUILD_TYPE=Release -DSBX_BUILD_TESTS=OFF \
    -DSBX_BUILD_BENCH=OFF >"$lab/log" || { cat "$lab/log"; exit 1; }
  ninja -C "$lab/$place/out" >"$lab/log" || { tail -50 "$lab/log"; exit 1; }
  for kind in binary deb; do
    "$lab/$place/scripts/package" $kind "$lab/$place/package" "$lab/$place/out" >"$lab/log" 2>&1 ||
      { cat "$lab/log"; exit 1; }
  done
  mv "$lab/$place/package" "$lab/package.${place%%/*}"
done
[ "$(find "$lab/package.one" -type f | wc -l)" = 2 ] || { echo "FAILED: not two packages"; exit 1; }
diff -r "$lab/package.one" "$lab/package.another" || { echo "FAILED: the packages differ"; exit 1; }
(cd "$lab/package.one" && sha256sum ./*)
