# SPDX-License-Identifier: MIT
# TOOL-01: Python's multiprocessing and POSIX semaphores work.
# users: nonroot
# runners: bwrap landlock
cat >"$S/pool.py" <<'PYTHON'
from concurrent.futures import ProcessPoolExecutor as P
from multiprocessing import Lock
if __name__ == "__main__":
    with Lock(), P(2) as p:
        print(list(p.map(abs, [-1, 2])))
PYTHON
chmod 644 "$S/pool.py"
ready
control $PY "$S/pool.py"
expect_text '[1, 2]'
box -- $PY "$S/pool.py"
expect_success
expect_text '[1, 2]'
