# SPDX-License-Identifier: MIT
#
# What the test scripts are written with. run_case starts it as
# `bash lib.sh SCRIPT` inside the lab; it sources the script and then checks
# that nothing was left behind.
#
#   $W workspace (the working directory) · $O outside · $H home · $S scratch, all in $LAB
#   box [options] -- command     runs sbx with the runner; sets RC, OUT, ERR
#   plain command                the same outside; sets RC, OUT, ERR
#   control command              must succeed outside, or the test is void
#   ready                        fixtures are made: from here nothing may be left
#   made PATH…                   is there, was allowed, and is removed
# $TRUSTED is a directory that nobody else can change (the lab's parent is sticky).
# judge.sh has what it shares with tests of real work.
set -uo pipefail
export LC_ALL=C LAB=$SBX_LAB
unset OLDPWD
W=$LAB/ws O=$LAB/out H=$LAB/home S=$LAB/scratch SUITE=$LAB/suite
export W O H S SUITE
SERVERS=() REFUSED=
PY=/usr/bin/python3
PROBE="$PY -SE $SUITE/probe.py"
BOX_LIMIT=30
. "$SUITE/judge.sh"

note() { echo "note: $*"; }

box() {
  WHAT="sbx --runner $RUNNER $(printf '%q ' "$@")"
  WHAT=${WHAT:0:600}
  run_captured "$BOX_LIMIT" "$SBX_BIN" --runner "$RUNNER" "$@"
}
sbx() {  # without a runner or with a verb
  WHAT="sbx $(printf '%q ' "$@")"
  WHAT=${WHAT:0:600}
  run_captured "$BOX_LIMIT" "$SBX_BIN" "$@"
}
plain() {
  WHAT="(outside) $(printf '%q ' "$@")"
  run_captured "$BOX_LIMIT" "$@"
}
control() {
  plain "$@"
  [ "$RC" = 0 ] || { fail "control: does not succeed outside either"; void "the control failed"; }
}

expect_no_out() { ! grep -qE -- "$1" <<<"$OUT" || fail "standard output has /$1/"; }
expect_no_err() { ! grep -qE -- "$1" <<<"$ERR" || fail "standard error has /$1/"; }
# The command itself was refused by the system, with this text.
expect_refused() {
  [ "$RC" != 0 ] && [ "$RC" != 125 ] && [ "$RC" -lt 128 ] || fail "expected a refused command, got exit $RC"
  expect_err "$1"
}
expect_success() { [ "$RC" = 0 ] || fail "expected success, got exit $RC"; }
# One line of probe.py: the operation, and the errno names that may refuse it (or ok).
expect_probe() {
  local line
  line=$(grep -F -- "$1: " <<<"$OUT" | head -n 1)
  [ -n "$line" ] || { fail "no probe result for '$1'"; return; }
  line=${line##*: }
  grep -qxE -- "$2" <<<"$line" || fail "$1: expected $2, got $line"
}
absent() { for _p in "$@"; do [ ! -e "$_p" ] && [ ! -L "$_p" ] || fail "exists: $_p"; done; }
holds() { [ "$(cat "$1" 2>/dev/null)" = "$2" ] || fail "$1 holds '$(cat "$1" 2>&1)', not '$2'"; }
made() { for _p in "$@"; do [ -e "$_p" ] || fail "was not made: $_p"; rm -rf "$_p"; done; }

# sbx's own refusal: exit 125 and one sentence on standard error that has the text.
is_sentence() { [ "$(grep -c . <<<"$ERR")" = 1 ] && grep -qE '^sbx: ' <<<"$ERR"; }
expect_own_failure() {
  expect_rc 125
  is_sentence || fail "expected one sentence on standard error that begins with 'sbx: '"
  expect_err "$1"
}
# True when this runner said that it cannot hold a rule, by its name. Only for rules that
# the runner is known not to be able to hold.
said_no() {
  local runner=$1 text=$2
  [ "$RUNNER" = "$runner" ] && [ "$RC" = 125 ] || return 1
  is_sentence || fail "a refused run says why in one sentence"
  expect_err "$text"
  [ -z "$OUT" ] || fail "a refused run ran something"
  note "$RUNNER refuses the run: $ERR"
  REFUSED=1
}

start() {  # a process outside; its id in STARTED
  "$@" &
  STARTED=$!
  SERVERS+=("$STARTED")
}
stop() {
  kill -KILL "$1" 2>/dev/null
  wait "$1" 2>/dev/null
  return 0
}
alive() { grep -qs '^State:.[^ZX]' "/proc/$1/status"; }
# A command on a terminal of its own: with_pty STEP… -- command; see pty_run.py.
with_pty() {
  WHAT="(terminal) $(printf '%q ' "$@")"
  run_captured "$BOX_LIMIT" $PY "$SUITE/pty_run.py" "$@"
}
BOX="$SBX_BIN --runner $RUNNER"  # for scripts that run it themselves
export BOX

listing() { (cd "$1" && find . -mindepth 1 -printf '%p %y %m %l\n' 2>/dev/null | sort); }
ready() {
  listing "$W" >"$S/before.W"
  listing "$O" >"$S/before.O"
  temp_listing >"$S/before.tmp"
}
temp_is_clean() {
  temp_listing >"$S/after.tmp"
  [ -z "$(comm -13 "$S/before.tmp" "$S/after.tmp")" ]
}
nothing_left() {
  local place
  WHAT=
  for place in W O; do
    listing "${!place}" >"$S/after.$place"
    diff "$S/before.$place" "$S/after.$place" >"$S/diff" || fail "$place changed:"$'\n'"$(head -n 12 "$S/diff")"
  done
  # Without a /tmp of its own a test sees what its neighbours use for a moment.
  local patience=12
  [ -n "$OWN_TMP" ] && patience=2
  until_true "$patience" temp_is_clean ||
    fail "left in temporary directories: $(comm -13 "$S/before.tmp" "$S/after.tmp" | tr '\n' ' ')"
}
finish() {
  local status=$?
  trap - EXIT
  local pid
  for pid in "${SERVERS[@]}"; do stop "$pid"; done
  type cleanup >/dev/null 2>&1 && cleanup
  [ "$status" = 99 ] && exit 99
  [ "$status" = 0 ] || fail "the script ended with $status"
  [ -f "$S/before.W" ] || void "the script never said that it is ready"
  cd /
  nothing_left
  [ "$FAILURES" = 0 ] || { echo "$CASE $RUNNER: $FAILURES not held"; exit 1; }
  echo "$CASE $RUNNER: held"
  exit 0
}
trap finish EXIT
cd "$W" || void "no workspace"
. "$1"
exit 0
