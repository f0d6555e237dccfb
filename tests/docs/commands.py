#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/commands.md holds what `sbx help` prints, verb by verb and topic by topic.

usage: commands.py SBX COMMANDS_MD [--write]
"""
import sys

from described import CommandLine


def printed(sbx):
    line = CommandLine(sbx)
    text = "```text\n" + line.overview + "```\n"
    for verb in line.verbs:
        text += f"\n## sbx {verb}\n\n```text\n{line.help[verb]}```\n"
    for topic in line.topics:
        title, _, body = line.help[topic].partition("\n\n")
        text += f"\n## {title}\n\n```text\n{body}```\n"
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
