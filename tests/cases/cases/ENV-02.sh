# SPDX-License-Identifier: MIT
# ENV-02: variables that were removed are in no process that the command can look at.
# users: nonroot
# runners: bwrap
ready
export SECRET_TOK=zz-secret
cat >"$S/look.py" <<'PYTHON'
import glob
for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/[0-9]*/cmdline"):
    try:
        with open(path, "rb") as f:
            if any(v.startswith(b"SECRET_TOK=zz") for v in f.read().split(b"\0")): print("LEAK", path)
    except OSError:
        pass
print("looked")
PYTHON
chmod 644 "$S/look.py"
control $PY -SE "$S/look.py"
expect_out LEAK
box --clear-env -- $PY -SE "$S/look.py"
expect_success
expect_text looked
box --clear-env --env KEPT=1 --env SECRET_TOK=other -- /bin/sh -c 'PATH=/usr/bin:/bin; env'
expect_out '^SECRET_TOK=other$'
expect_out '^KEPT=1$'
expect_no_out zz-secret
unset SECRET_TOK
