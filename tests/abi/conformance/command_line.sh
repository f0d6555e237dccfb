#!/bin/bash
# SPDX-License-Identifier: MIT
# command_line.sh SBX FAULTY BAD: `sbx plugins test`, its words and what it ends with.
set -euo pipefail
sbx=$1 faulty=$2 bad=$3
unset SBX_PLUGIN_PATH
cd /
expect() { # expect STATUS PATTERN COMMAND…
  local status=$1 pattern=$2 rc=0 said
  shift 2
  said=$("$@" 2>&1) || rc=$?
  [ "$rc" = "$status" ] || { echo "FAILED: $* ended with $rc, not $status: $said"; exit 1; }
  grep -qE -- "$pattern" <<<"$said" || { echo "FAILED: $* does not say /$pattern/: $said"; exit 1; }
}
# By id, by manifest, by library.
expect 0 '^passed$' "$sbx" plugins test landlock
expect 1 '^  fs\.write +claimed, not held +write-outside: ' "$sbx" plugins test "$faulty/lies.sbxplugin.json"
expect 1 '"passed":false.*"restriction":"fs.write","standing":"claimed, not held"' "$sbx" plugins test --json "$faulty/lies.so"
expect 1 'it runs nothing under the default policy: .*fs\.write' "$sbx" plugins test "$faulty/kept.so"
expect 1 '^  settings +BROKEN' "$sbx" plugins test "$faulty/any_setting.so"
# What cannot be loaded.
expect 125 'no folder has absent\.sbxplugin\.json' "$sbx" plugins test absent
expect 125 'wrong magic number' "$sbx" plugins test "$bad/wrong_magic.so"
expect 125 'its table has 72 bytes' "$sbx" plugins test "$bad/small_table.so"
expect 125 'it was built for plugin ABI 1\.2' "$sbx" plugins test "$bad/other_major.so"
expect 125 'no manifest .* beside it names it' "$sbx" plugins test "$faulty/nothing.so"
expect 125 "trust the plugin folder '/tmp/?'" "$sbx" plugins test /tmp/x.so
expect 125 'write: sbx plugins test FILE\|ID' "$sbx" plugins test
expect 125 'write: sbx plugins test FILE\|ID' "$sbx" plugins tset landlock
cd /usr # plugins are not taken from below the working directory
# A plugin that never answers: sbx has no run that it could pass a signal to, and ends.
for signal in TERM INT HUP; do
  exec 3< <(SBX_PLUGIN_PATH=$bad exec env "--default-signal=$signal" "$sbx" --runner hangs --mode read-only -- true 2>&1)
  hanging=$!
  read -r -t 60 said <&3 && [ "$said" = hangs ] || { echo "FAILED: the plugin was not asked: $said"; exit 1; }
  kill "-$signal" "$hanging"
  for ((i = 0; i < 200; i++)); do kill -0 "$hanging" 2>/dev/null || break; sleep 0.05; done
  if kill -0 "$hanging" 2>/dev/null; then
    kill -KILL "$hanging"
    echo "FAILED: SIG$signal does not end sbx while a plugin compiles"
    exit 1
  fi
  exec 3<&-
done
echo "passed, failed and refused"
