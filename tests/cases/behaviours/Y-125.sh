# SPDX-License-Identifier: MIT
# Y-125: what a runner enforces only in part is named as such, with the reason. (A kernel with an
# older Landlock cannot be had here; the gaps of this one can.)
# users: root nonroot
# runners: landlock bwrap
ready
sbx status --runner "$RUNNER"
expect_success
for restriction in fs.write fs.metadata ipc proc; do expect_out "${restriction/./\\.}"; done
HELD=$OUT
sbx status --runner "$RUNNER" --json
expect_success
plain $PY -SE -c 'import json, sys
def walk(v):
    if isinstance(v, dict):
        yield v
        for x in v.values(): yield from walk(x)
    elif isinstance(v, list):
        for x in v: yield from walk(x)
d = json.loads(sys.argv[1])
entries = [e for e in walk(d) if "restriction" in e or ("level" in e and "mechanism" in e)]
print(len(entries) > 5)
for e in entries:
    level = str(e.get("level"))
    if level == "full" and not e.get("mechanism"): print("no mechanism:", e)
    if level in ("partial", "none") and not (e.get("gap") or e.get("mend")): print("no reason:", e)' "$OUT"
expect_text True
# And it is so: what status calls full for writing is refused.
box --json -- $PROBE write "$O/f"
expect_out 'enforcement'
control $PROBE write "$O/f" , unlink "$O/f"
absent "$O/f"
