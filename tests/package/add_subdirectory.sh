#!/bin/bash
# SPDX-License-Identifier: MIT
# sbx within a larger project: its programs build there, its tests and install rules
# stay away, and a plugin of the parent is built as after find_package.
. "$(dirname "$0")/lib.sh"
cmake -S "$here/parent" -B "$LAB/build" -G Ninja -DSBX_SOURCE="$SOURCE" \
  ${LAUNCHER:+-DCMAKE_C_COMPILER_LAUNCHER="$LAUNCHER"} ${LAUNCHER:+-DCMAKE_CXX_COMPILER_LAUNCHER="$LAUNCHER"} >/dev/null
ninja -C "$LAB/build" all sbx-init >/dev/null
loads "$PREFIX" "$LAB/build/plugins" example
[ -x "$LAB/build/sbx/libexec/sbx/sbx-init" ] || fail "the helper was not built in the parent's tree"
ctest --test-dir "$LAB/build" -N | grep -q 'Total Tests: 0' || fail "the parent has tests of sbx"
cmake --install "$LAB/build" --prefix "$LAB/prefix" >/dev/null
[ ! -e "$LAB/prefix" ] || fail "the parent installs sbx unasked: $(find "$LAB/prefix")"
echo "built within a parent"
