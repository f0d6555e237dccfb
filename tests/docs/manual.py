#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The manual pages say what `sbx help` says, and are roff without a warning.

usage: manual.py SBX
"""
import os
import re
import subprocess
import sys

from described import CommandLine, ask


def plain(text):
    """The words alone, as a reader sees them, whatever breaks the lines."""
    return re.sub(r"\s+", " ", text.replace("…", "...").replace("‐", "-"))


def rendered(page, wrong, name):
    """What `man` shows: on a line so long that no word is cut."""
    environment = {**os.environ, "MANWIDTH": "20000", "LC_ALL": "C.UTF-8", "MANROFFOPT": "-rHY=0"}
    shown = subprocess.run(["man", "--warnings", "-E", "UTF-8", "-l", "-"], input=page, text=True,
                           capture_output=True, env=environment, check=False)
    if shown.returncode != 0 or shown.stderr:
        wrong.append(f"{name}: man says: {shown.stderr.strip()} (exit {shown.returncode})")
    return plain(re.sub(".\b", "", shown.stdout))


def main():
    sbx = sys.argv[1]
    line = CommandLine(sbx)
    wrong = []

    def expect(page, name, text):
        if plain(text).strip() not in page:
            wrong.append(f"{name} lacks: {plain(text).strip()}")

    whole = rendered(ask(sbx, "help", "--man"), wrong, "sbx")
    for verb in line.verbs:
        name = f"sbx-{verb}"
        page = rendered(ask(sbx, "help", "--man", verb), wrong, name)
        summary = line.help[verb].splitlines()[1].strip()
        expect(page, name, f"{name} - {summary}")
        expect(whole, "sbx", f"{verb} {summary}")
        expect(page, name, line.usage[verb])
        expect(page, name, line.help[verb].partition("\n\n")[2].split("Options:\n")[0])
        for block in re.split(r"^(?=  --)", line.help[verb].split("Options:\n")[1], flags=re.M):
            expect(page, name, block)
            if verb == "run":
                expect(whole, "sbx", block)
    for topic in line.topics:
        title, _, body = line.help[topic].partition("\n\n")
        expect(whole, "sbx", title.upper())
        for block in re.split(r"^(?=  \S)|\n\n", body, flags=re.M):
            expect(whole, "sbx", block)
    if subprocess.run([sbx, "help", "--man", "paths"], capture_output=True, check=False).returncode != 125:
        wrong.append("a page is printed for what has none")
    print("\n".join(wrong) if wrong else f"{len(line.verbs) + 1} pages say what help says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
