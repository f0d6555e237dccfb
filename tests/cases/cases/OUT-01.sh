# SPDX-License-Identifier: MIT
# OUT-01: output streams through whole; what --json keeps is limited, the rest is counted.
# The server's calls in parallel come later.
# users: nonroot
# runners: bwrap landlock
ready
SIZE=300000000
[ "$($BOX -- sh -c "yes | head -c $SIZE" | wc -c)" = $SIZE ] || fail "bytes were lost on the way"
[ "$($BOX -- sh -c 'seq 300000; seq 300000 >&2' 2>"$S/err" | sha256sum)" = "$(seq 300000 | sha256sum)" ] || fail "standard output differs"
[ "$(sha256sum <"$S/err")" = "$(seq 300000 | sha256sum)" ] || fail "standard error differs"
cat >"$S/limit.py" <<'PYTHON'
import json, resource, subprocess, sys
out = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
used = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024
document = json.loads(out.stdout)
text = out.stdout.decode()
print("code", out.returncode, "exitCode", document["exitCode"])
print("stdout", len(document["stdout"]) <= 1_300_000, "stderr", len(document["stderr"]) <= 1_300_000)
print("end", document["stdout"].endswith("END\n"))
print("counted", any(word in text for word in ("runcated", "ropped", "mitted")))
print("memory", "bounded" if used < 64 else f"{used} MiB")
PYTHON
plain $PY -SE "$S/limit.py" $BOX --json --max-output 1M -- sh -c \
  'head -c 150M /dev/zero; head -c 150M /dev/zero >&2; echo END'
expect_out '^code 0 exitCode 0$'
expect_out '^stdout True stderr True$'
expect_out '^end True$'
expect_out '^counted True$'
expect_out '^memory bounded$'
# Nothing is cut that fits.
plain $PY -SE -c 'import json, subprocess, sys
d = json.loads(subprocess.run(sys.argv[1:], stdout=subprocess.PIPE).stdout)
print(d["stdout"] == "".join(f"{i}\n" for i in range(1, 5001)), d["stderr"] == "e\x01\u00e9")' $BOX --json -- sh -c 'seq 5000; printf "e\001\303\251" >&2'
expect_text 'True True'
