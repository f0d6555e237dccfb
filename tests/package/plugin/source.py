#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A config source that is a program: ~/.config/lines has NAME VALUE on each line."""
import json
import os
import stat
import sys

KNOWN = {"write": "filesystem.allowWrite", "deny": "filesystem.denyWrite"}


def items_of(file):
    yield {"type": "consulted", "file": file}
    try:
        fd = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    with os.fdopen(fd, "rb") as opened:
        status = os.fstat(opened.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_size > 65536:
            yield {"type": "error", "sentence": "it is no file of at most 64 KiB", "file": file}
            return
        data = opened.read()
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        yield {"type": "error", "sentence": "it is not UTF-8", "file": file}
        return
    for number, line in enumerate(lines, 1):
        name, _, value = line.partition(" ")
        if name not in KNOWN:
            yield {"type": "cannot", "key": name, "sentence": "sbx has no word for it", "file": file, "line": number}
            continue
        yield {"type": "value", "layer": "user", "key": KNOWN[name], "json": json.dumps([value]), "file": file,
               "line": number, "column": len(name) + 2}


def main():
    text = sys.stdin.read()
    # keep
    request = json.loads(text)
    if request["settings"]:
        sys.exit("there are no settings")
    try:
        reply = {"items": list(items_of(request["folders"][0] + "/lines"))}
    except OSError as error:
        reply = {"items": [{"type": "error", "sentence": str(error), "file": request["folders"][0] + "/lines"}]}
    # answer
    json.dump(reply, sys.stdout)


if __name__ == "__main__":
    main()
