# SPDX-License-Identifier: MIT
# 2 GiB go through a pipe, out of a run and into one, and sbx does not grow by it.
needs gcc head wc
SIZE=2147483648
LIMIT=12288  # KiB; more than sbx itself: with what it starts
# The address sanitizer's own memory is no part of the program.
grep -q __asan_init "$SBX_BIN" && LIMIT=$((64 * LIMIT))
gcc -O1 -o "$S/peak" "$SUITE/peak.c" || lacking " a C compiler that works"

streams() {  # streams [COMMAND…]: the start of the command line
  local peak
  WHAT="$* sh -c 'head -c 2G /dev/zero' | wc -c"
  OUT=$("$S/peak" "$S/peak.out" "$@" sh -c 'head -c 2G /dev/zero' 2>"$S/stderr" | wc -c)
  RC=${PIPESTATUS[0]} ERR=$(<"$S/stderr")
  expect_text "$SIZE"
  expect_quiet
  WHAT="head -c 2G /dev/zero | $* wc -c"
  OUT=$(head -c 2G /dev/zero | "$S/peak" "$S/peak.in" "$@" wc -c 2>"$S/stderr")
  RC=$? ERR=$(<"$S/stderr")
  expect_rc 0
  expect_text "$SIZE"
  expect_quiet
  for peak in "$S/peak.out" "$S/peak.in"; do
    OUT=$(<"$peak") WHAT="the peak of memory, $peak"
    [ "$OUT" -lt "$LIMIT" ] || fail "sbx or what it started took $OUT KiB, not less than $LIMIT"
    echo "$ROUND: peak $OUT KiB"
  done
}

work() { if [ "$ROUND" = plain ]; then streams; fi; }
boxed() { streams "$SBX_BIN" --runner "$RUNNER" --; }
