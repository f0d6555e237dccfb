#!/bin/bash
# SPDX-License-Identifier: MIT
# A plugin built with a compiler and pkg-config alone, installed beside sbx's own.
. "$(dirname "$0")/lib.sh"
cp -a "$PREFIX" "$LAB/prefix"
export PKG_CONFIG_PATH=$LAB/prefix/lib/pkgconfig
[ "$(pkg-config --modversion sbx-sdk)" = "$("$PREFIX/bin/sbx" version --json | sed 's/.*"version":"\([^"]*\)".*/\1/')" ] ||
  fail "another version"
plugins=$(realpath "$(pkg-config --variable=plugindir sbx-sdk)")
[ "$plugins" = "$LAB/prefix/lib/sbx/plugins" ] || fail "plugindir is $plugins"
read -ra flags <<<"$(pkg-config --cflags sbx-sdk)"
g++ -std=c++20 -Wall -Wextra -Werror -fvisibility=hidden -shared -fPIC "${flags[@]}" "$here/plugin/example.cc" \
  -o "$plugins/libsbx-example.so"
gcc -std=c11 -Wall -Wextra -Werror -shared -fPIC "${flags[@]}" "$here/plugin/example-c.c" -o "$plugins/libsbx-example-c.so"
for id in example example-c; do
  printf '{"id": "%s", "file": "libsbx-%s.so", "interfaces": ["sbx.runner/1"], "abi": {"major": 0, "minor": 1}}\n' \
    $id $id >"$plugins/$id.sbxplugin.json"
  expect 125 "the example plans nothing" "$LAB/prefix/bin/sbx" --runner $id -- true
done
echo "built and loaded"
