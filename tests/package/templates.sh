#!/bin/bash
# SPDX-License-Identifier: MIT
# The templates that are installed: copied, built by somebody who has the package and
# one compiler, loaded, run, and put through the conformance suite.
. "$(dirname "$0")/lib.sh"
sbx=$PREFIX/bin/sbx
for compiler in clang gcc; do
  cp -r "$PREFIX/share/sbx/templates/runner-c" "$LAB/project"
  configure "$LAB/project" "$LAB/build" -DCMAKE_PREFIX_PATH="$PREFIX" -DCMAKE_C_COMPILER=$compiler \
    -DCMAKE_C_FLAGS='-Wall -Wextra -Wpedantic -Werror' >/dev/null
  ninja -C "$LAB/build" >/dev/null
  plugins=$LAB/build/plugins
  [ "$(readelf -d "$plugins/libsbx-writes.so" | grep -c NEEDED)" = 1 ] || fail "it needs more than the C library"
  writes=(env SBX_PLUGIN_PATH="$plugins" "$sbx" --quiet --runner writes)
  expect 0 "^writes +sbx\.runner/1 $plugins/libsbx-writes\.so" env SBX_PLUGIN_PATH="$plugins" "$sbx" plugins

  expect 0 '^inside$' "${writes[@]}" -- sh -c 'echo inside >file && cat file && echo >/dev/null'
  [ -e "$WORK/file" ] || fail "nothing was written"
  rm "$WORK/file"
  expect 1 denied "${writes[@]}" -- sh -c "echo x >'$LAB/outside' || exit 1"
  [ ! -e "$LAB/outside" ] || fail "a write outside"
  expect 1 'not permitted' "${writes[@]}" -- sh -c 'touch file && chmod u+s file || exit 1'
  rm "$WORK/file"
  # What it cannot hold is refused, and says so.
  expect 125 'denies no reading' "${writes[@]}" --deny-read /etc -- true
  expect 125 'does not know net\.connect' "${writes[@]}" --net none -- true
  expect 125 'lies inside a writable folder' "${writes[@]}" --deny-write "$WORK/sub" -- true

  # One by the library and to be read, one by the manifest and for programs.
  if [ $compiler = clang ]; then
    expect 0 '^passed$' "$sbx" plugins test "$plugins/libsbx-writes.so"
    rm -rf "$LAB/build" "$LAB/project"
    continue
  fi
  expect 0 '"passed":true.*"restriction":"fs.write","standing":"held"' "$sbx" plugins test --json "$plugins/writes.sbxplugin.json"
  # Without its step it lies, and the suite says so.
  sed -i 's/view.step_count = 2/view.step_count = 0/' "$LAB/project/runner.c"
  ninja -C "$LAB/build" >/dev/null
  expect 1 '^  fs\.write +claimed, not held' "$sbx" plugins test "$plugins/libsbx-writes.so"
done
echo "built, run and tested"
