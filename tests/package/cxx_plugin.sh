#!/bin/bash
# SPDX-License-Identifier: MIT
# cxx_plugin.sh COMPILER [FLAGS]: a C++ plugin of another build than sbx, with the C++
# runtime it brings, keeps the contract in a host that has its own.
. "$(dirname "$0")/lib.sh"
compiler=$1 flags=${2:-}
if [[ $flags = *libc++* ]] && [ ! -e "$($compiler -print-file-name=libc++.a)" ]; then
  echo "$compiler has no libc++ to be linked statically: libc++-14-dev and libc++abi-14-dev have it"
  exit 77
fi
mkdir -p "$LAB/project/tests/abi/conformance"
cp "$SOURCE"/tests/abi/conformance/{faulty.hpp,kept.cc} "$LAB/project/tests/abi/conformance"
cat >"$LAB/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(kept LANGUAGES CXX)
find_package(sbx REQUIRED)
sbx_add_plugin(kept SOURCES tests/abi/conformance/kept.cc INTERFACES sbx.runner/1 FOLDER ${PROJECT_BINARY_DIR}/plugins)
target_include_directories(sbx-plugin-kept PRIVATE ${PROJECT_SOURCE_DIR})
END
configure "$LAB/project" "$LAB/build" -DCMAKE_PREFIX_PATH="$PREFIX" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_CXX_FLAGS="$flags" >/dev/null
ninja -C "$LAB/build" >/dev/null
library=$LAB/build/plugins/libsbx-kept.so
! readelf -d "$library" | grep -qE 'NEEDED.*(c\+\+|gcc_s|unwind)' || fail "it brings no C++ runtime of its own"
if [[ $flags = *libc++* ]]; then
  grep -q 'with libc++' "$library" || fail "it was not built with libc++"
fi
# It holds nothing and says so: the contract is kept, and no command is run.
expect 1 'it runs nothing under the default policy: .*nothing is held' "$PREFIX/bin/sbx" plugins test "$library"
said=$("$PREFIX/bin/sbx" plugins test "$library" || true)
[ "$(grep -cE '^  [a-z]+ +kept ' <<<"$said")" = 11 ] || fail "the contract is broken: $said"
! grep -q BROKEN <<<"$said" || fail "the contract is broken: $said"
echo "the contract is kept across builds"
