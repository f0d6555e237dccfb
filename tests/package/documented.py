#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The boxes of a document, run as they stand, in one shell and in their order. Each
line of the text box that follows a box of commands must be in what they print, in that
order, with any blanks between its words.

usage: documented.py DOCUMENT FOLDER
"""
import pathlib
import re
import subprocess
import sys

BOX = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)


def main():
    document, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    steps = []
    for kind, body in BOX.findall(document.read_text(encoding="utf-8")):
        if kind == "sh":
            steps.append((body, []))
        elif kind == "text" and steps:
            steps[-1][1].extend(body.splitlines())
    if len(steps) < 3 or not any(expected for _, expected in steps):
        print(f"{document}: {len(steps)} boxes of commands")
        return 1
    script = "set -euo pipefail\n"
    for number, (body, _) in enumerate(steps):
        script += f"{{\n{body}}} >'{folder}/said.{number}' 2>&1\n"
    start = folder / "start"
    start.mkdir()
    run = subprocess.run(["bash", "-c", script], cwd=start, check=False)
    wrong = [] if run.returncode == 0 else [f"the commands ended with {run.returncode}"]
    for number, (body, expected) in enumerate(steps):
        said = folder / f"said.{number}"
        text = said.read_text(encoding="utf-8") if said.exists() else ""
        at = 0
        for line in expected:
            found = re.compile(r"\s+".join(map(re.escape, line.split()))).search(text, at)
            if not found:
                wrong.append(f"{body}does not print '{line}' there, but:\n{text}")
                break
            at = found.end()
        if wrong and run.returncode != 0 and number + 1 < len(steps) and not (folder / f"said.{number + 1}").exists():
            wrong.append(f"the last of them:\n{body}printed:\n{text}")
            break
    print("\n".join(wrong) or f"{len(steps)} boxes print what the document says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
