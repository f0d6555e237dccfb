# SPDX-License-Identifier: MIT
#
# What both kinds of test scripts (tests/cases, tests/work) run and judge with:
# sourced by their lib.sh, which says where the lab is ($S scratch) and what is
# going on ($ROUND, if there are several). The expectations note a failure and go
# on, so that one run shows all.
FAILURES=0 RC=0 OUT= ERR= WHAT= SAID=

void() {
  echo "VOID: $*"
  exit 99
}
fail() {
  echo "FAILED${ROUND:+ ($ROUND)}: $*"
  if [ -n "$WHAT" ] && [ "$WHAT" != "$SAID" ]; then
    SAID=$WHAT
    echo "  ran:    $WHAT"
    echo "  exit:   $RC"
    printf '%s\n' "$OUT" | tail -c 3000 | sed 's/^/  stdout: /'
    printf '%s\n' "$ERR" | tail -c 3000 | sed 's/^/  stderr: /'
  fi
  FAILURES=$((FAILURES + 1))
}

run_captured() {  # run_captured SECONDS command…: sets RC, OUT, ERR
  RC=0
  timeout -s KILL "$@" >"$S/stdout" 2>"$S/stderr" || RC=$?
  OUT=$(tr -d '\0' <"$S/stdout")
  ERR=$(tr -d '\0' <"$S/stderr")
}

expect_rc() { [ "$RC" = "$1" ] || fail "expected exit $1, got $RC"; }
expect_out() { grep -qE -- "$1" <<<"$OUT" || fail "standard output lacks /$1/"; }
expect_err() { grep -qE -- "$1" <<<"$ERR" || fail "standard error lacks /$1/"; }
expect_text() { [ "$OUT" = "$1" ] || fail "standard output is not exactly: $1"; }

until_true() {  # until_true SECONDS command…
  local end=$(($(date +%s%N) / 1000000 + $1 * 1000))
  shift
  until "$@"; do
    [ $(($(date +%s%N) / 1000000)) -lt "$end" ] || return 1
    sleep 0.02
  done
}

# Temporary files: all where the test has a /tmp of its own, else those of its user.
temp_listing() {
  local own=(-uid "$(id -u)")
  [ -n "$OWN_TMP" ] && own=()
  find /tmp /dev/shm -mindepth 1 -maxdepth 1 "${own[@]}" 2>/dev/null | sort
}
