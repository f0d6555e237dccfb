# SPDX-License-Identifier: MIT
# UNI-03: very long paths and argument lists work as far as plain exec does.
# users: nonroot
# runners: bwrap landlock
ready
p=$H
for _ in $(seq 16); do p=$p/$(printf 'x%.0s' $(seq 240)); done
[ ${#p} -lt 4000 ] || p=${p:0:3990}
mkdir -p "$p" || void "mkdir"
(cd "$p" && exec pwd) >"$S/pwd" || void "cd"
cd "$p" || void cd
box -- sh -c 'pwd && echo a >f && cat f'
expect_success
expect_text "$p"$'\na'
box --deny-write "$p/f" -- sh -c 'echo b >f'
said_no landlock deny-write || expect_refused 'f: (Read-only file system|Permission denied)'
holds "$p/f" a
cd "$W" || void cd
rm -rf "$H"/x*

control true $(seq 100000)
run_captured $BOX -- true $(seq 100000)
WHAT="100000 arguments"
expect_rc 0
export X
X=$(head -c 120000 /dev/zero | tr '\0' a)
box -- sh -c 'echo ${#X}'
expect_success
expect_text 120000
unset X
# As much as plain exec can take: run, or said in so many words.
run_captured true $(seq 100000 350000)
if [ "$RC" = 0 ]; then
  run_captured $BOX -- sh -c 'echo $#' sh $(seq 100000 350000)
  WHAT="250001 arguments"
  if [ "$RC" = 0 ]; then
    expect_text 250001
  else
    [ "$RC" = 125 ] || [ "$RC" = 126 ] || fail "expected exit 125 or 126, got $RC"
    expect_err 'Argument list too long|argument|too large|too long'
  fi
fi
# Rules are not cut off: the last of many counts.
RULES=()
for i in $(seq 200); do RULES+=(--allow-write "$H/many/$i"); done
mkdir -p "$H"/many/{1..200} "$H/many/other"
box "${RULES[@]}" -- $PROBE write "$H/many/1/f" , write "$H/many/200/f" , write "$H/many/other/f"
expect_probe "write $H/many/1/f" ok
expect_probe "write $H/many/200/f" ok
expect_probe "write $H/many/other/f" 'EROFS|EACCES'
