# SPDX-License-Identifier: MIT
# Sourced by the tests of what is installed: LAB is a folder of the test's own below
# the build (nobody else may change what lies there, or its plugins would be
# refused), PREFIX what package.install left, BUILD and SOURCE the trees.
set -euo pipefail
umask 022
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
SOURCE=$(cd "$here/../.." && pwd -P)
: "${BUILD:?}"
PREFIX=$BUILD/package/prefix
mkdir -p "$BUILD/package"
LAB=$(mktemp -d "$BUILD/package/lab.XXXXXX")
WORK=$(mktemp -d /var/tmp/sbx-package.XXXXXX) # a workspace, which holds no plugin
trap 'rm -rf "$LAB" "$WORK"' EXIT
unset SBX_PLUGIN_PATH DESTDIR CMAKE_PREFIX_PATH PKG_CONFIG_PATH

fail() {
  echo "FAILED: $*"
  exit 1
}
# expect STATUS PATTERN COMMAND…: its status, and its output, both streams
expect() {
  local status=$1 pattern=$2 rc=0 said
  shift 2
  said=$(cd "$WORK" && "$@" 2>&1) || rc=$?
  [ "$rc" = "$status" ] || fail "$* ended with $rc, not $status: $said"
  grep -qE -- "$pattern" <<<"$said" || fail "$* does not say /$pattern/: $said"
}

# As a person would build: nothing but the prefix is known.
configure() { # configure SOURCE BUILD [arguments]
  local from=$1 to=$2
  shift 2
  cmake -S "$from" -B "$to" -G Ninja -DCMAKE_BUILD_TYPE=Release ${LAUNCHER:+-DCMAKE_C_COMPILER_LAUNCHER="$LAUNCHER"} \
    ${LAUNCHER:+-DCMAKE_CXX_COMPILER_LAUNCHER="$LAUNCHER"} "$@"
}

# loads PREFIX FOLDER ID: that sbx finds the plugin, opens it and asks it.
loads() {
  expect 0 "^$3 +sbx\.runner/1 $2/libsbx-$3\.so" env SBX_PLUGIN_PATH="$2" "$1/bin/sbx" plugins
  expect 125 "the example plans nothing" env SBX_PLUGIN_PATH="$2" "$1/bin/sbx" --runner "$3" -- true
}

# works PREFIX: what is there runs, each runner and each config source, from where it lies.
works() {
  local runner source
  for source in native pi pi-srt droid srt; do
    expect 0 "^$source +sbx\.config-source/1 $1/lib/sbx/plugins/" env "$1/bin/sbx" plugins
    expect 0 "configSources = \[\"$source\"\]" "$1/bin/sbx" config explain configSources --config-source "$source"
  done
  for runner in bwrap landlock; do
    expect 0 "^$runner +sbx\.runner/1 $1/lib/sbx/plugins/" env "$1/bin/sbx" plugins
    expect 0 "^inside$" "$1/bin/sbx" --quiet --runner $runner -- sh -c 'echo inside >file && cat file'
    [ -e "$WORK/file" ] || fail "$runner: nothing was written"
    rm "$WORK/file"
    expect 1 "(Read-only|denied)" "$1/bin/sbx" --quiet --runner $runner -- sh -c "echo x >'$LAB/outside' || exit 1"
    [ ! -e "$LAB/outside" ] || fail "$runner: a write outside"
  done
}
