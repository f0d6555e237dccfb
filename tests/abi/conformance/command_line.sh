#!/bin/bash
# SPDX-License-Identifier: MIT
# command_line.sh SBX FAULTY BAD KINDS: `sbx plugins test`, its words and what it ends with.
set -euo pipefail
sbx=$1 faulty=$2 bad=$3 kinds=$4
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
# What takes its own process with it takes nothing else, and what was not seen is not well.
expect 125 'dies\.so.; opening it and making an instance of it was ended by signal 9' "$sbx" plugins test "$faulty/dies.so"
expect 125 'ended the process with status 3' "$sbx" plugins test --json "$faulty/quits.so"
expect 1 '^  probe +unclear +its probe.*not today' "$sbx" plugins test "$faulty/refuses.so"
expect 1 '^  fs\.write +unclear +[a-z-]+: ended with 125: the process that the plugin is in was ended by signal 9$' "$sbx" plugins test "$faulty/falls.so"
expect 1 '^unclear$' "$sbx" plugins test "$kinds/throws.so"
expect 1 '"passed":false,"verdict":"unclear".*"name":"verdict",[^}]*"kept":false,"detail":"it threw[^}]*"standing":"unclear"' "$sbx" plugins test --json "$kinds/throws.so"
expect 0 '^  malformed +kept +what does not say what is asked for is not allowed: it threw on a request' "$sbx" plugins test "$kinds/startled.so"
expect 1 '^failed$' "$sbx" plugins test "$kinds/lets_through.so"
# What hangs is seen to hang, as far as it came, and the test ends in its time.
rc=0
said=$("$sbx" plugins test --timeout 3s "$kinds/hangs.so") || rc=$?
[ "$rc" = 1 ] && grep -qE '^  verdict +unclear +an ordinary.*: the time of the whole test was over while it was tried$' <<<"$said" &&
  grep -qE '^  cancel +unclear +cancel.*: the time of the whole test was over$' <<<"$said" || { echo "FAILED: --timeout 3s: $rc $said"; exit 1; }
exec 3< <(exec "$sbx" plugins test "$kinds/hangs.so")
hanging=$!
said=
while [[ $said != *'  verdict '* ]] && IFS= read -r -t 30 -n 1 -d '' letter <&3; do said+=$letter; done
[[ $said == *'  settings '*'kept '*$'\n  verdict ' ]] || { echo "FAILED: nobody sees where it hangs: $said"; exit 1; }
kill -TERM "$hanging"
exec 3<&-
expect 125 'a time of at most a day' "$sbx" plugins test --timeout soon landlock
expect 125 'only plugins test' "$sbx" plugins --timeout 3s
# What cannot be loaded.
expect 125 'no folder has absent\.sbxplugin\.json' "$sbx" plugins test absent
expect 125 'wrong magic number' "$sbx" plugins test "$bad/wrong_magic.so"
expect 125 'its table has 72 bytes' "$sbx" plugins test "$bad/small_table.so"
expect 125 'it was built for plugin ABI 1\.2' "$sbx" plugins test "$bad/other_major.so"
expect 125 'nothing\.so.; there is no such file' "$sbx" plugins test "$faulty/nothing.so"
# Plugins of its own: nothing beside them, then a manifest that is wrong. A user other
# than the builder works in a folder of its own.
where=$faulty
[ -w "$where" ] || where=$HOME
made=$(mktemp -d "$where/alone-XXXXXX")
trap 'rm -rf "$made"' EXIT
chmod 755 "$made"
cp "$faulty/kept.so" "$made/mine.so"
expect 125 'no manifest beside it names it: write \{"id": "mine", "file": "mine\.so",.* into mine\.sbxplugin\.json' "$sbx" plugins test "$made/mine.so"
echo '{"id": "mine", "file": "mine.so", "interfaces": [], "abi": {"major": 0, "minor": 1}}' >"$made/mine.sbxplugin.json"
expect 125 "mine\.sbxplugin\.json'; key 'interfaces' must be a list" "$sbx" plugins test "$made/mine.so"
# Two interfaces, and the first takes all the time: the second was not seen.
cp "$kinds/hangs.so" "$made/"
sed 's/"interfaces": *\[[^]]*\]/"interfaces": ["sbx.reviewer\/1", "sbx.config-source\/1"]/' "$kinds/hangs.sbxplugin.json" >"$made/hangs.sbxplugin.json"
expect 1 '^  all +unclear +what this interface has to do: the time of the whole test was over$' "$sbx" plugins test --timeout 3s "$made/hangs.so"
rm "$made/hangs.so" "$made/hangs.sbxplugin.json"
# What is listed is there.
echo '{"id": "mine", "file": "gone.so", "interfaces": ["sbx.runner/1"], "abi": {"major": 0, "minor": 1}}' >"$made/mine.sbxplugin.json"
cd /usr # plugins are not taken from below the working directory
expect 0 "^mine .*refused: .*gone\.so': No such file" env SBX_PLUGIN_PATH="$made" "$sbx" plugins
expect 0 "refused: .*'/no/such/folder'" env SBX_PLUGIN_PATH=/no/such/folder "$sbx" plugins
expect 0 "^mine " env SBX_PLUGIN_PATH="/usr/..$made" "$sbx" plugins
cd /
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
