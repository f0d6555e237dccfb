# SPDX-License-Identifier: MIT
# Wrong use: one sentence on standard error that says what is wrong and how to mend it,
# exit 125, and nothing was run.
# users: root nonroot
# runners: bwrap landlock
mkdir "$S/gone" "$S/closed" "$S/canaries" "$TRUSTED/plugins"
: >"$S/file"
CANARY=$W/canary
ready
box -- touch "$CANARY"
expect_success
made "$CANARY"

# wrong WHAT MEND arguments…: both are patterns of the sentence.
wrong() {
  local what=$1 mend=$2
  shift 2
  sbx "$@"
  refused_before_anything "$what" "$mend"
}
refused_before_anything() {
  expect_own_failure "$1"
  expect_err "$2"
  [ -z "$OUT" ] || fail "something was written to standard output"
  [ ! -e "$CANARY" ] || {
    fail "the command was run"
    rm -f "$CANARY"
  }
}
RUN=(-- touch "$CANARY")
R=(--runner "$RUNNER")

# Options and words.
wrong '--allow-wrte' 'did you mean --allow-write' "${R[@]}" --allow-wrte "$O" "${RUN[@]}"
wrong '--frobnicate' 'sbx help' "${R[@]}" --frobnicate "${RUN[@]}"
wrong '-x' '.' "${R[@]}" -x "${RUN[@]}"
wrong 'touch' "'?--'?" "${R[@]}" touch "$CANARY"
wrong 'touch' 'sbx -- touch' touch "$CANARY"
wrong 'take an empty word as a verb' 'sbx -- COMMAND' ''
wrong 'runn' "did you mean 'run'" runn "${R[@]}" "${RUN[@]}"
wrong '--json' 'no value' "${R[@]}" --json=yes "${RUN[@]}"
wrong '--runner' 'needs a value' --runner "${RUN[@]}"
wrong 'command' '.' "${R[@]}" --
wrong 'command' '.' "${R[@]}"
wrong 'command' '.' run "${R[@]}" --net none
# Values.
wrong 'sometimes' 'workspace-write' "${R[@]}" --mode sometimes "${RUN[@]}"
wrong 'half' 'none' "${R[@]}" --net half "${RUN[@]}"
wrong 'big' 'private' "${R[@]}" --tmp big "${RUN[@]}"
wrong 'some' 'inside' "${R[@]}" --unix-sockets some "${RUN[@]}"
wrong 'soon' '30s' "${R[@]}" --timeout soon "${RUN[@]}"
wrong '--timeout' '30s' "${R[@]}" --timeout 0 "${RUN[@]}"
wrong '99999999999999999999' '.' "${R[@]}" --timeout 99999999999999999999h "${RUN[@]}"
wrong 'much' '10M' "${R[@]}" --max-output much "${RUN[@]}"
wrong 'no\.such' '.' "${R[@]}" --require no.such "${RUN[@]}"
wrong 'nobody' 'agent' "${R[@]}" --origin nobody "${RUN[@]}"
# Paths.
wrong "$W/absent" '.' "${R[@]}" --workspace "$W/absent" "${RUN[@]}"
wrong "$S/file" '[Dd]irectory' "${R[@]}" --workspace "$S/file" "${RUN[@]}"
wrong "working directory '$W/absent'" '--cwd' "${R[@]}" --cwd "$W/absent" "${RUN[@]}"
wrong "$S/file" '[Dd]irectory' "${R[@]}" --cwd "$S/file" "${RUN[@]}"
for option in --allow-write --deny-write --allow-read --deny-read --workspace; do
  wrong '(empty|path|workspace)' '.' "${R[@]}" $option '' "${RUN[@]}"
done
wrong '\*' '.' "${R[@]}" --deny-read "$W/*.key" "${RUN[@]}"
wrong '\*\*' '.' "${R[@]}" --deny-read '**/.env' "${RUN[@]}"
cd "$S/gone" || void cd
rmdir "$S/gone"
wrong '[Ww]orking directory|[Cc]urrent directory|cwd' '.' "${R[@]}" "${RUN[@]}"
cd "$S/closed" || void cd
if [ "$(id -u)" != 0 ]; then
  chmod 000 "$S/closed"
  sbx "${R[@]}" -- touch "$CANARY"
  chmod 755 "$S/closed"
  refused_before_anything 'closed' 'Permission denied'
fi
cd "$W" || void cd
# Runners.
wrong 'seatbelt' '.' --runner seatbelt "${RUN[@]}"
wrong 'no-such-runner' '.' --runner no-such-runner "${RUN[@]}"
wrong '/usr/bin/bwrap' '.' --runner /usr/bin/bwrap "${RUN[@]}"
# Rules that contradict each other.
wrong 'read-only' 'allow-write|workspace-write' "${R[@]}" --mode read-only --allow-write "$O" "${RUN[@]}"
wrong 'danger-full-access' 'net' --mode danger-full-access --net none "${RUN[@]}"
wrong 'danger-full-access' 'deny-read' --mode danger-full-access --deny-read "$H" "${RUN[@]}"
wrong 'danger-full-access' 'require' --mode danger-full-access --require fs.write "${RUN[@]}"

# A plugin in a folder that others may write is not loaded, and that is said.
folder=$(dirname "$SBX_BIN")/../lib/sbx/plugins
cat >"$S/evil.c" <<'C'
#include <stdio.h>
#include <stdlib.h>
__attribute__((constructor)) static void loaded(void) {
  char name[4096];
  snprintf(name, sizeof name, "%s/canaries/loaded", getenv("S"));
  FILE* f = fopen(name, "w");
  if (f) fclose(f);
}
C
control gcc -shared -fPIC -o "$S/libsbx-evil.so" "$S/evil.c"
control $PY -SE -c "import ctypes; ctypes.CDLL('$S/libsbx-evil.so')"
made "$S/canaries/loaded"
manifest=$(cat "$folder/$RUNNER.sbxplugin.json" 2>/dev/null ||
  echo '{"id": "bwrap", "file": "libsbx-bwrap.so", "interfaces": ["sbx.runner"], "abi": {"major": 0, "minor": 1}}')
P=$TRUSTED/plugins
printf '%s\n' "${manifest//$RUNNER/evil}" >"$P/evil.sbxplugin.json"
cp "$S/libsbx-evil.so" "$P/"
chmod 755 "$P" "$P/libsbx-evil.so"
chmod 644 "$P/evil.sbxplugin.json"
export SBX_PLUGIN_PATH=$P
# In a folder of the user's own it is loaded: that the rest is refused is due to the rest.
sbx --runner evil "${RUN[@]}"
expect_own_failure evil # it exports nothing
made "$S/canaries/loaded"

not_loaded() {
  wrong 'evil' '(changed by|belongs|owned|write|writable|trust)' --runner evil "${RUN[@]}"
  absent "$S/canaries/loaded"
  rm -f "$S/canaries/loaded"
}
chmod 777 "$P"
not_loaded
sbx plugins
expect_out "(evil|$P)"
expect_out '([Rr]efused|others|write)'
absent "$S/canaries/loaded"
chmod 755 "$P"
chmod 666 "$P/libsbx-evil.so" # the library alone
not_loaded
chmod 644 "$P/libsbx-evil.so"
chmod 666 "$P/evil.sbxplugin.json" # the manifest alone
not_loaded
chmod 644 "$P/evil.sbxplugin.json"
mv "$P" "$TRUSTED/real"
mkdir -m 777 "$TRUSTED/shared"
ln -s "$TRUSTED/real" "$TRUSTED/shared/link" # by way of a folder of others
export SBX_PLUGIN_PATH=$TRUSTED/shared/link
not_loaded
# In the workspace: the command of the last run could have put it there.
cd "$TRUSTED/real" || void cd
export SBX_PLUGIN_PATH=$TRUSTED/real
wrong 'evil|sbx itself' '.' --runner evil "${RUN[@]}"
[ -e "$S/canaries/loaded" ] && fail "a plugin of the workspace was loaded"
cd "$W" || void cd
unset SBX_PLUGIN_PATH
