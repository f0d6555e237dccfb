# SPDX-License-Identifier: MIT
# OUT-03: the last bytes arrive, and closed pipes behave as without sbx.
# users: nonroot
# runners: bwrap landlock
ready
plain $PY -SE -c 'import json, subprocess, sys
last = {}
for _ in range(40):
    d = json.loads(subprocess.run(sys.argv[1:], stdout=subprocess.PIPE).stdout)
    key = d["stdout"].splitlines()[-1], d["stdout"].count("\n"), d["exitCode"]
    last[key] = last.get(key, 0) + 1
print(last)' $BOX --json -- sh -c 'seq 3000; echo LAST'
expect_text "{('LAST', 3001, 0): 40}"
seen=$($BOX -- sh -c 'for i in 1 2 3; do echo o$i; echo e$i >&2; done' 2>&1 | tr '\n' ' ')
WHAT="both streams into one pipe"
[ "$seen" = 'o1 e1 o2 e2 o3 e3 ' ] || fail "order is lost: $seen"

# Under pipefail nothing of this script's own may count.
set +o pipefail
yes | head -n 1 >/dev/null
[ "${PIPESTATUS[0]}" = 141 ] || void "SIGPIPE is ignored here"
timeout -s KILL 10 $BOX -- yes | head -n 1 >/dev/null
code=${PIPESTATUS[0]}
set -o pipefail
[ "$code" = 141 ] || fail "yes into a closed pipe: expected 141, got $code"
box -- sh -c 'echo a; exec 1>&-; i=0; while [ $i -lt 300 ]; do i=$((i + 1)); /bin/true; done; exit 3'
expect_rc 3
expect_text a
box -- sh -c 'exec 0<&- 1>&- 2>&-; exit 4'
expect_rc 4
# Closed streams of the caller stay closed or empty, and nothing else lands in them.
RC=0
$BOX -- sh -c 'echo x >f; exit 5' <&- >&- 2>&- || RC=$?
expect_rc 5
holds f x
rm -f f
printf 'in\0put' | $BOX -- cat | cmp -s - <(printf 'in\0put') || fail "standard input differs"
