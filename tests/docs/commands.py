#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/commands.md holds what `sbx help` prints, verb by verb.

usage: commands.py SBX COMMANDS_MD [--write]
"""
import re
import subprocess
import sys


def printed(sbx):
    def ask(*words):
        return subprocess.run([sbx, "help", *words], capture_output=True, text=True, check=True).stdout
    whole = ask()
    verbs = re.findall(r"^  ([a-z]+)\s", whole.split("Verbs:\n")[1].split("\n\n")[0], re.M)
    text = "```text\n" + whole + "```\n"
    for verb in verbs:
        if verb not in ("run", "help"):
            text += f"\n## sbx {verb}\n\n```text\n{ask(verb)}```\n"
    return text


def main():
    sbx, document = sys.argv[1:3]
    begin, end = "<!-- help -->\n", "<!-- end -->"
    text = open(document, encoding="utf-8").read()
    before, rest = text.split(begin)
    held, after = rest.split(end)
    now = printed(sbx)
    if "--write" in sys.argv[3:]:
        open(document, "w", encoding="utf-8").write(before + begin + now + end + after)
        return 0
    if held != now:
        print(f"{document} is not what 'sbx help' prints; write it with --write")
        return 1
    print("the document is what the program prints")
    return 0


if __name__ == "__main__":
    sys.exit(main())
