# SPDX-License-Identifier: MIT
#
# What the tests of real work are written with. run_work starts it as
# `bash lib.sh SCRIPT` inside the lab. A script says
#
#   needs TOOL…        the programs that the work takes
#   work()             the work: carried out twice, first without sbx (if that fails
#                      the test is void), then with it, each time in an empty
#                      workspace ($W, the working directory) and an empty home
#   settings()         optional: what the user has in the home beforehand ($HOME)
#   boxed()            optional: what is looked at with sbx alone, afterwards
#
# and in them
#   run COMMAND…       one command, in the second round by sbx and without options;
#                      has to succeed; sets RC, OUT, ERR
#   try COMMAND…       the same, may fail
#   options_that_allow read|write PATH   asks sbx for them and sets them
#   outside COMMAND…   always without sbx, has to succeed
#   options=(…)        options of sbx for what follows
#   expect_…           note a failure and go on, so that one run shows all
#   leaves PATH…       files outside the workspace that the work itself leaves
# After each round nothing else may be left beside the workspace, in the home, in
# /tmp and /dev/shm.
set -uo pipefail
export LC_ALL=C.UTF-8 LAB=$SBX_LAB
unset OLDPWD
W=$LAB/ws S=$LAB/scratch SUITE=$LAB/suite
export W S SUITE
ROUND=
options=() leaves_expected=()
PATIENCE=600  # seconds after which something hangs; no verdict depends on it
. "$SUITE/judge.sh"

needs() {
  local tool missing=
  for tool in "$@"; do command -v "$tool" >/dev/null || missing+=" $tool"; done
  [ -z "$missing" ] || lacking "$missing"
}
lacking() {
  case ",$SBX_EXPECT," in
    *,tools=1,*) echo "FAILED: missing, though SBX_EXPECT says that tools are here:$1"; exit 1 ;;
  esac
  echo "left out: missing:$1"
  exit 77
}

captured() { run_captured "$PATIENCE" "$@"; }
box=()
try() {
  if [ "$ROUND" = plain ]; then
    WHAT="(outside) $(printf '%q ' "$@")"
    captured "$@"
  else
    box=(env ${BOX_ASAN_OPTIONS:+ASAN_OPTIONS="$BOX_ASAN_OPTIONS"} "$SBX_BIN" --runner "$RUNNER" "${options[@]}" --)
    WHAT="sbx --runner $RUNNER${options:+ $(printf '%q ' "${options[@]}")} -- $(printf '%q ' "$@")"
    captured "${box[@]}" "$@"
    ! grep -q '^sbx: ' <<<"$ERR" || [ "$RC" != 0 ] || fail "sbx has something to say about work that succeeds"
  fi
  WHAT=${WHAT:0:600}
}
run() {
  try "$@"
  [ "$RC" = 0 ] || fail "expected success, got exit $RC"
}
outside() {
  WHAT="(outside) $(printf '%q ' "$@")"
  WHAT=${WHAT:0:600}
  captured "$@"
  [ "$RC" = 0 ] || fail "expected success, got exit $RC"
}

# Refused by default; `sbx check` says by which options it would be allowed, and so does
# `sbx explain`: sets them.
options_that_allow() {  # options_that_allow read|write PATH
  local said
  WHAT="sbx check $(printf '%q ' "$@")"
  captured "$SBX_BIN" check "$@"
  expect_rc 77
  said=$(sed -n 's/^would allow it: //p' <<<"$OUT")
  [ -n "$said" ] || fail "check does not say what would allow it"
  WHAT="sbx explain $(printf '%q ' "$2")"
  captured "$SBX_BIN" explain "$2"
  expect_rc 0
  [ "$(sed -n 's/^ *would allow it: //p' <<<"$OUT")" = "$said" ] ||
    fail "explain does not say what check says: $said"
  eval "options=($said)"
}

expect_quiet() { [ -z "$ERR" ] || fail "standard error is not empty"; }
expect_file() { [ -e "$1" ] || fail "is missing: $1"; }
leaves() { leaves_expected+=("$@"); }

listing() { (cd "$1" && find . -mindepth 1 \( -path ./ws -o -path ./scratch \) -prune -o -printf '%p %y %m %U:%G %s %l\n' 2>/dev/null | sort); }
temp_left() {  # what is new of $S/left and still there
  temp_listing | comm -12 - "$S/left" | comm -13 "$S/before.tmp" -
}
temp_is_clean() { [ -z "$(temp_left)" ]; }
nothing_left() {
  local path
  WHAT=
  for path in "${leaves_expected[@]}"; do
    grep -qxF -- "$path" "$S/before.tmp" || rm -rf "$path"
  done
  listing "$LAB" >"$S/after.lab"
  diff "$S/before.lab" "$S/after.lab" >"$S/diff" || fail "left outside the workspace:"$'\n'"$(head -n 20 "$S/diff")"
  # Without a /tmp of its own a test sees what its neighbours have there for a while.
  local patience=300
  [ -n "$OWN_TMP" ] && patience=3
  temp_listing >"$S/left"
  until_true "$patience" temp_is_clean ||
    fail "left in temporary directories: $(temp_left | tr '\n' ' ')"
}

round() {
  ROUND=$1
  options=() leaves_expected=()
  cd "$LAB" || void "no lab"
  chmod -R u+rwX ws home 2>/dev/null
  rm -rf ws home
  mkdir ws home && cd "$W" || void "no workspace"
  if type settings >/dev/null 2>&1; then settings; fi
  listing "$LAB" >"$S/before.lab"
  temp_listing >"$S/before.tmp"
  work
  if [ "$ROUND" = plain ]; then
    rm -rf "${leaves_expected[@]}"
    [ "$FAILURES" = 0 ] || void "the work does not succeed outside either"
  else
    if type boxed >/dev/null 2>&1; then boxed; fi
    nothing_left
  fi
}

. "$1"
round plain
round "$RUNNER"
cd /
[ "$FAILURES" = 0 ] || { echo "$NAME $RUNNER: $FAILURES failures"; exit 1; }
echo "$NAME $RUNNER: done"
