#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/dependencies.md names what cmake/dependencies.json lists, and the sources include
no third-party header of anything else, nor in another place than the table says.

usage: dependencies.py SOURCE
"""
import json
import pathlib
import re
import sys

THIRD_PARTY = {"boost/json": "Boost.JSON", "boost/dll": "Boost.DLL"}
PRODUCT = ["core", "cli", "init", "plugins", "sdk"]


def main():
    source = pathlib.Path(sys.argv[1])
    listed = json.loads((source / "cmake/dependencies.json").read_text(encoding="utf-8"))
    text = (source / "docs/dependencies.md").read_text(encoding="utf-8")
    table = text.split("<!-- dependencies:")[1].split("<!-- end -->")[0]
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
            for line in table.splitlines() if line.startswith("|")][2:]
    wrong = []
    said = [[cell.strip("`") for cell in row[:4]] for row in rows]
    is_so = [[d["name"], d["package"], d["licence"], ", ".join(d["linked"])] for d in listed]
    wrong += [f"only in docs/dependencies.md: {row}" for row in said if row not in is_so]
    wrong += [f"only in cmake/dependencies.json: {row}" for row in is_so if row not in said]

    used = {}
    for folder in PRODUCT:
        for path in (source / folder).rglob("*"):
            if path.suffix not in (".cc", ".hpp", ".c", ".h", ".inc"):
                continue
            for header in re.findall(r"^\s*#\s*include <([^>]+/[^>]+)>", path.read_text(encoding="utf-8"), re.M):
                if re.match(r"(linux|sys|asm|net|netinet|arpa|sbx)/", header):
                    continue
                name = THIRD_PARTY.get("/".join(header.split("/")[:2]).removesuffix(".hpp"))
                used.setdefault(name or header, set()).add(str(path.relative_to(source)))
    for name, paths in used.items():
        row = next((row for row in rows if row[0] == name), None)
        if row is None:
            wrong.append(f"{sorted(paths)} include {name}, which docs/dependencies.md does not name")
            continue
        allowed = re.findall(r"`([^`]+)`", row[4])
        if sorted(paths) != sorted(allowed):
            wrong.append(f"{name} is used by {sorted(paths)}, the document says {row[4]}")
    if set(THIRD_PARTY.values()) - set(used):
        wrong.append(f"nothing includes {sorted(set(THIRD_PARTY.values()) - set(used))}")
    print("\n".join(wrong) if wrong else f"{len(rows)} dependencies agree")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
