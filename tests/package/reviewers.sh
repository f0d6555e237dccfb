#!/bin/bash
# SPDX-License-Identifier: MIT
# The templates of reviewers that are installed, and a config source in Python: copied,
# built by somebody who has the package and one compiler, loaded, asked, and put through
# the conformance suite; what sbx writes to programs is what its schemas say.
. "$(dirname "$0")/lib.sh"
sbx=$PREFIX/bin/sbx
kept() { # kept COUNT FILE: all duties of its contract, and as many
  said=$("$sbx" plugins test "$2") || fail "$2: $said"
  [ "$(grep -cE '^  [a-z]+ +kept ' <<<"$said")" = "$1" ] || fail "$2: $said"
}

for build in g++ clang++ 'clang++ -stdlib=libc++'; do
  read -ra words <<<"$build"
  if [ ${#words[@]} = 2 ] && [ ! -e "$(clang++ -print-file-name=libc++.a)" ]; then
    echo "clang++ has no libc++ to be linked statically: libc++-14-dev and libc++abi-14-dev have it"
    exit 77
  fi
  cp -r "$PREFIX/share/sbx/templates/reviewer-cc" "$LAB/project"
  configure "$LAB/project" "$LAB/build" -DCMAKE_PREFIX_PATH="$PREFIX" -DCMAKE_CXX_COMPILER="${words[0]}" \
    -DCMAKE_CXX_FLAGS="-Wall -Wextra -Wpedantic -Werror ${words[1]:-}" >/dev/null
  ninja -C "$LAB/build" >/dev/null
  library=$LAB/build/plugins/libsbx-stage.so
  ! readelf -d "$library" | grep -qE 'NEEDED.*(c\+\+|gcc_s|unwind)' || fail "it brings no C++ runtime of its own"
  [ "$(nm -D --defined-only "$library" | wc -l)" = 1 ] || fail "$library exports more than its entry"
  expect 0 "^stage +sbx\.reviewer/1 $library" env SBX_PLUGIN_PATH="$LAB/build/plugins" "$sbx" plugins
  kept 12 "$library"
  # It runs nothing, and is no runner.
  expect 125 'does not name the interface sbx\.runner/1' env SBX_PLUGIN_PATH="$LAB/build/plugins" "$sbx" --runner stage -- true
  if [ "$build" = g++ ]; then
    # It allows what it is to allow.
    expect 0 '"name":"verdict",[^}]*"kept":true,"detail":"allow' "$sbx" plugins test --json "$library"
    # An exception is a denial, whoever built it, and no verdict of its own.
    sed -i 's/switch (request.widen) {/throw 7; switch (request.widen) {/' "$LAB/project/reviewer.cc"
    sed -i 's/-Werror/-Wno-error/' "$LAB/build/CMakeCache.txt"
    ninja -C "$LAB/build" >/dev/null
    expect 1 '"verdict":"unclear",.*"name":"verdict",[^}]*"detail":"it threw on an ordinary request, which is a denial: the reviewer threw an unknown exception","standing":"unclear"' "$sbx" plugins test --json "$library"
    # One that allows whatever it does not know fails.
    sed -i 's/throw 7; //; s/return sbx::plugin::Deny("the request is of a kind.*/return sbx::plugin::Allow();/' \
      "$LAB/project/reviewer.cc"
    ninja -C "$LAB/build" >/dev/null
    expect 1 'malformed +BROKEN .*it allows a request with a widening of an unknown kind' "$sbx" plugins test "$library"
  fi
  rm -rf "$LAB/build" "$LAB/project"
done

# The program, as it lies in a folder of one's own.
cp -r "$PREFIX/share/sbx/templates/reviewer-py" "$LAB/py"
expect 0 "^stage-py +sbx\.reviewer/1 $LAB/py/reviewer\.py" env SBX_PLUGIN_PATH="$LAB/py" "$sbx" plugins
expect 0 '"id":"stage-py".*"program":true' env SBX_PLUGIN_PATH="$LAB/py" "$sbx" plugins --json
expect 0 '"name":"verdict",[^}]*"kept":true,"detail":"allow' "$sbx" plugins test --json "$LAB/py/stage-py.sbxplugin.json"

# It keeps every question: they are what the schema says.
mkdir "$LAB/questions"
sed -i "s|    request = json.load(sys.stdin)|    text = sys.stdin.read()\n    import os\n    open(f'$LAB/questions/{os.getpid()}', 'w').write(text)\n    request = json.loads(text)|" "$LAB/py/reviewer.py"
kept 6 "$LAB/py/reviewer.py"
request=$PREFIX/share/sbx/schema/reviewer-request.schema.json
reply=$PREFIX/share/sbx/schema/reviewer-reply.schema.json
cd "$LAB/questions"
# Two documents, half of one and the like were among them, on purpose.
for file in *; do
  python3 -c 'import json,sys; sys.exit(json.load(open(sys.argv[1])) in ([], {}))' "$file" 2>/dev/null || rm "$file"
done
grep -l 'sbx.reviewer/9' -- * | xargs rm
[ "$(ls | wc -l)" -gt 20 ] || fail "few questions were asked: $(ls)"
python3 "$here/schema.py" "$request" good *
document() { printf '%s\n' "$2" >"$LAB/$1.json"; }
document allow '{"verdict": "allow"}'
document deny '{"verdict": "deny", "reason": "no"}'
python3 "$here/schema.py" "$reply" good "$LAB"/{allow,deny}.json
document word '{"verdict": "ALLOW"}'
document silent '{"verdict": "deny"}'
document more '{"verdict": "allow", "sure": true}'
document empty '{}'
python3 "$here/schema.py" "$reply" bad "$LAB"/{word,silent,more,empty}.json

# A digest that is not its own.
sum=$(sha256sum "$LAB/py/reviewer.py" | cut -c1-64)
sed -i "s|\"program\"|\"sha256\": \"$sum\", \"program\"|" "$LAB/py/stage-py.sbxplugin.json"
expect 0 '^stage-py' env SBX_PLUGIN_PATH="$LAB/py" "$sbx" plugins
echo '# changed' >>"$LAB/py/reviewer.py"
expect 125 'its SHA-256 is ' "$sbx" plugins test "$LAB/py/reviewer.py"

# A config source in Python.
mkdir "$LAB/source"
cp "$here/plugin/source.py" "$LAB/source"
cat >"$LAB/source/lines.sbxplugin.json" <<'END'
{"id": "lines", "program": "source.py", "interfaces": ["sbx.config-source/1"], "abi": {"major": 0, "minor": 1}}
END
mkdir "$LAB/asked"
sed -i "s|# keep|import os; open(f'$LAB/asked/{os.getpid()}.q', 'w').write(text)|; s|# answer|open(f'$LAB/asked/{os.getpid()}.a', 'w').write(json.dumps(reply))|" "$LAB/source/source.py"
kept 8 "$LAB/source/source.py"
python3 "$here/schema.py" "$PREFIX/share/sbx/schema/config-source-request.schema.json" good "$LAB"/asked/*.q
python3 "$here/schema.py" "$PREFIX/share/sbx/schema/config-source-reply.schema.json" good "$LAB"/asked/*.a
document items '{"items": [{"type": "value", "layer": "root", "key": "mode", "json": "1", "file": "/x"}]}'
document line '{"items": [{"type": "consulted", "file": "/x", "line": 1}]}'
python3 "$here/schema.py" "$PREFIX/share/sbx/schema/config-source-reply.schema.json" bad "$LAB"/{items,line}.json
echo "built, asked and tested"
