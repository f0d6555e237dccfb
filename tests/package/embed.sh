#!/bin/bash
# SPDX-License-Identifier: MIT
# A host of somebody else's: the examples, built against an installation and run. What
# they link is found where it was moved to, and brings nothing that can be seen.
. "$(dirname "$0")/lib.sh"
cp -a "$PREFIX" "$LAB/else where"
prefix="$LAB/else where"
cp -r "$prefix/share/doc/sbx/examples" "$LAB/project"
configure "$LAB/project" "$LAB/build" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
ninja -C "$LAB/build" >/dev/null

# As much memory as a large host has, where there is as much twice.
free=$(awk '/^MemAvailable:/ {print int($2 / 1024)}' /proc/meminfo)
size=$((free > 2048 ? 1024 : free / 4))
mkdir "$WORK/workspace"
cd "$WORK/workspace"
expect 0 "^200 commands, 0 not as expected" "$LAB/build/embed-cc" "$WORK/workspace" $size 200
[ "$(ls "$WORK")" = workspace ] || fail "something was written outside: $(ls "$WORK")"
[ "$(ls | wc -l)" = 50 ] || fail "what was allowed was not written: $(ls | wc -l) files"
echo "200 commands in a host of $size MiB"

c_works() {
  rm -f inside
  expect 0 "^as expected" "$1" "$WORK/workspace" "$WORK/outside"
  [ "$(cat inside)" = in ] || fail "$1: the file inside was not written"
  [ ! -e "$WORK/outside" ] || fail "$1: the file outside was written"
}
c_works "$LAB/build/embed-c"
# With a compiler and pkg-config alone. A space in the place has no spelling there.
cp -a "$PREFIX" "$LAB/prefix"
export PKG_CONFIG_PATH=$LAB/prefix/lib/pkgconfig
read -ra flags <<<"$(pkg-config --cflags --libs sbx-host | sed 's/\\"/"/g')"
gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -D_POSIX_C_SOURCE=200809L "$LAB/project/embed.c" -o "$LAB/embed-c" "${flags[@]}"
c_works "$LAB/embed-c"

# Nothing of the libraries inside can be seen, and every word of the headers is ours.
seen=$(nm --defined-only --extern-only "$prefix/lib/libsbx-host.a" | awk 'NF == 3 && $2 ~ /[A-Zu]/ {print $3}' |
  grep -vE '^(sbx_host_|_ZNK?3sbx4host|_ZNK?St.*3sbx4host)' || true)
[ -z "$seen" ] || fail "the library shows $seen"
nm --defined-only --extern-only "$prefix/lib/libsbx-host.a" | grep -q ' T sbx_host_run_start$' || fail "the library shows nothing"
found=$(grep -rniE 'boost|spdlog|poco' "$prefix/include" || true)
[ -z "$found" ] || fail "named in an installed header: $found"
# A host without its installation is told so.
rm -r "$LAB/prefix/libexec"
expect 1 "the installation.*sbx-init" "$LAB/embed-c" "$WORK/workspace" "$WORK/outside"
echo "built and run"
