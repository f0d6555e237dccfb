#!/bin/bash
# SPDX-License-Identifier: MIT
# A plugin project that knows only find_package(sbx), in C, in C++ and in both.
. "$(dirname "$0")/lib.sh"
cp -a "$PREFIX" "$LAB/else where" # not where it was installed
cp -r "$here/plugin" "$LAB/project"
for languages in C CXX 'C;CXX'; do
  configure "$LAB/project" "$LAB/build" -DCMAKE_PREFIX_PATH="$LAB/else where" -DEXAMPLE_LANGUAGES="$languages" >/dev/null
  ninja -C "$LAB/build" >/dev/null
  [[ $languages = C ]] || loads "$PREFIX" "$LAB/build/plugins" example
  [[ $languages = CXX ]] || loads "$PREFIX" "$LAB/build/plugins" example-c
  for library in "$LAB"/build/plugins/*.so; do
    [ "$(nm -D --defined-only "$library" | wc -l)" = 1 ] || fail "$library exports more than its entry"
    ! readelf -d "$library" | grep -qE 'NEEDED.*(stdc|gcc_s)' || fail "$library brings no C++ runtime of its own"
  done
  rm -rf "$LAB/build"
done
# Another version, and a component that is not there, are refused.
sed -i 's/find_package(sbx 0.1 /find_package(sbx 0.2 /' "$LAB/project/CMakeLists.txt"
expect 1 'requested version "0.2"' configure "$LAB/project" "$LAB/build" -DCMAKE_PREFIX_PATH="$PREFIX" -DEXAMPLE_LANGUAGES=C
sed -i 's/find_package(sbx 0.2 /find_package(sbx 0.1 /; s/COMPONENTS sdk/COMPONENTS nonsense/' "$LAB/project/CMakeLists.txt"
rm -rf "$LAB/build"
expect 1 'nonsense' configure "$LAB/project" "$LAB/build" -DCMAKE_PREFIX_PATH="$PREFIX" -DEXAMPLE_LANGUAGES=C
echo "built and loaded"
