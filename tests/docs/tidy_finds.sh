#!/bin/sh
# tidy_finds.sh SOURCE BUILD: scripts/tidy in a tree of its own. Of two sources whose names
# clash both are looked at; what is found is named by file and line; what was recorded as
# clean is not looked at again, until it or .clang-tidy changes.
set -eu
source=$1
lab=$(mktemp -d)
trap 'rm -rf "$lab"' EXIT
mkdir -p "$lab/scripts" "$lab/build" "$lab/core" "$lab/cli" "$lab/init" "$lab/plugins" "$lab/sdk"
cp "$source/scripts/tidy" "$lab/scripts/"
printf "%s\n" "Checks: '-*,google-build-using-namespace,readability-identifier-naming'" "WarningsAsErrors: '*'" \
  "CheckOptions: [{ key: readability-identifier-naming.FunctionCase, value: CamelCase }]" >"$lab/.clang-tidy"
echo '[]' >"$lab/build/compile_commands.json"
printf 'namespace {\nint Same() { return 1; }\n}\nint First() { return Same(); }\n' >"$lab/core/a.cc"
printf 'namespace {\nlong Same() { return 2; }\n}\nlong Second() { return Same(); }\n' >"$lab/core/b.cc"
tidy() { "$lab/scripts/tidy" --build "$lab/build" "$@" >"$lab/said" 2>&1; }
fail() { echo "FAILED: $*"; cat "$lab/said"; exit 1; }

tidy || fail "two clean sources with one name"
tidy --record || fail "to record"
tidy --changed || fail "nothing has changed"
grep -q 'in 0 of 2 sources' "$lab/said" || fail "what is recorded was looked at"
printf 'long wrong_name() { return 3; }\n' >>"$lab/core/b.cc"
! tidy --changed || fail "a finding was not found"
grep -q '^core/b.cc:5:6: error: ' "$lab/said" || fail "the finding is not named by its place"
! tidy || fail "a finding was not found in a look at all"
echo 'int broken( {' >"$lab/core/b.cc"
! tidy || fail "a source that does not compile passed"
rm "$lab/core/b.cc"
echo '# another' >>"$lab/.clang-tidy"
tidy --changed || fail "a clean source"
grep -q 'in 1 of 1 sources' "$lab/said" || fail "another .clang-tidy did not make it look again"
