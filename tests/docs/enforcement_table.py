#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The table of docs/security.md says what each runner says of itself.

usage: enforcement_table.py SBX SECURITY_MD
"""
import json
import os
import re
import subprocess
import sys
import tempfile


def documented(path):
    text = open(path, encoding="utf-8").read()
    table = text.split("<!-- enforcement:")[1].split("<!-- end -->")[0]
    rows = {}
    for line in table.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if len(cells) >= 3 and re.fullmatch(r"[a-z]+([.-][a-z]+)?", cells[0]) and cells[1] != "bwrap":
            rows[cells[0]] = {"bwrap": cells[1], "landlock": cells[2]}
    return rows


def claimed(sbx, runner, workspace, secret):
    command = [sbx, "explain", "--json", "--runner", runner, "--workspace", workspace,
               "--net", "none", "--tmp", "private", "--deny-read", secret, "--file-size", "1G",
               "--deny-write", f"{workspace}/*.x", "--patterns", "existing"]
    result = subprocess.run(command, cwd=workspace, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{' '.join(command)}: exit {result.returncode}: {result.stderr}")
    return {entry["restriction"]: entry["level"] for entry in json.loads(result.stdout)["enforcement"]}


def main():
    sbx, document = sys.argv[1:3]
    rows = documented(document)
    wrong = []
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="sbx-docs-") as folder:
        workspace, secret = os.path.join(folder, "workspace"), os.path.join(folder, "secret")
        os.makedirs(os.path.join(workspace, ".git", "hooks"))
        os.mkdir(secret)
        for runner in ("bwrap", "landlock"):
            levels = claimed(sbx, runner, workspace, secret)
            for name in sorted(set(rows) | set(levels)):
                said = rows.get(name, {}).get(runner, "nothing")
                is_level = levels.get(name, "nothing")
                if said != is_level:
                    wrong.append(f"{runner} {name}: the document says {said}, the program {is_level}")
    print("\n".join(wrong) if wrong else f"{len(rows)} restrictions agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
