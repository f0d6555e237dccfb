#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""sbx/abi/draft/layout.h, and the one of each interface beside it, write down the size
of every struct of the contract and the place of every field, and no compiler takes a
header that says otherwise.

usage: layout.py SDK_INCLUDE COMPILER…
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

INTERFACES = "".join(f'#include "sbx/abi/draft/{name}.h"\n' for name in ("runner", "reviewer", "config_source"))

STRUCT = re.compile(r"typedef struct (\w+) \{(.*?)\n\} \1;", re.S)

# file, what is there, what comes instead: each a change that breaks what was built before.
CHANGES = [
    ("draft/policy.h", "uint64_t generation;", "uint32_t added;\n  uint64_t generation;"),
    ("draft/policy.h", "uint64_t dev, ino;", "uint64_t ino, dev;"),
    ("draft/policy.h", "sbx_str rule; ", "sbx_str rule;\n  uint64_t appended;"),
    ("draft/plan.h", "uint64_t arg[3];", "uint64_t arg[4];"),
    ("draft/plan.h", "void* owner;", "void* owner;\n  void* appended;"),
    ("draft/runner.h", "uint32_t reserved;", ""),
    ("draft/restriction.h", "typedef uint64_t sbx_restrictions;", "typedef uint32_t sbx_restrictions;"),
    ("draft/restriction.h", "#define SBX_RESTRICTION_COUNT 21", "#define SBX_RESTRICTION_COUNT 22"),
    ("draft/setting.h", "sbx_str value;", "sbx_str value;\n  uint64_t appended;"),
    ("draft/reviewer.h", "sbx_str what;", "sbx_str what;\n  uint64_t appended;"),
    ("draft/reviewer.h", "uint32_t deadline_ms;", "uint64_t deadline_ms;"),
    ("draft/reviewer.h", "size_t turn_count;", "size_t turn_count;\n  uint64_t appended;"),
    ("draft/reviewer.h", "  void (*destroy)(void* self) SBX_NOEXCEPT;", ""),
    ("draft/config_source.h", "sbx_str managed;", ""),
    ("draft/config_source.h", "uint32_t column;", "uint64_t column;"),
    ("plugin.h", "uint16_t abi_major;", "uint32_t abi_major;"),
    ("plugin.h", "#define SBX_ABI_MINOR 2", "#define SBX_ABI_MINOR 3"),
]


def fields_of(body):
    for declaration in filter(None, map(str.strip, body.split(";"))):
        pointer = re.search(r"\(\*(\w+)\)\s*\(", declaration)
        if pointer:
            yield pointer.group(1)
            continue
        for part in declaration.split(","):
            yield re.sub(r"\[.*?\]", "", re.split(r"[\s*]+", part.strip())[-1])


def unwritten(abi, layout):
    seen = 0
    for path in sorted(abi.rglob("*.h")):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        for name, body in STRUCT.findall(text):
            seen += 1
            if f"SBX_SIZE({name}, " not in layout:
                yield f"the size of {name}"
            for field in fields_of(body):
                if f"SBX_AT({name}, {field}, " not in layout:
                    yield f"the place of {name}.{field}"
    if seen < 10:
        yield f"no structs: {seen} were found"


def compiles(compiler, language, include):
    command = [compiler, "-x", language, "-std=" + ("c11" if language == "c" else "c++20"), "-Wall",
               "-Wextra", "-pedantic", "-Werror", "-fsyntax-only", f"-I{include}", "-"]
    run = subprocess.run(command, input=INTERFACES, text=True,
                         capture_output=True, check=False)
    return run.returncode == 0


def main():
    include, compilers = pathlib.Path(sys.argv[1]), sys.argv[2:]
    layout = "".join(path.read_text(encoding="utf-8") for path in (include / "sbx/abi/draft").glob("*layout.h"))
    wrong = [f"no layout.h says {what}" for what in unwritten(include / "sbx/abi", layout)]
    with tempfile.TemporaryDirectory(prefix="sbx-layout-") as lab:
        for number, change in enumerate([None, *CHANGES]):
            copy = pathlib.Path(lab, str(number))
            shutil.copytree(include, copy)
            if change:
                header = copy / "sbx/abi" / change[0]
                text = header.read_text(encoding="utf-8")
                if change[1] not in text:
                    wrong.append(f"{change[0]} has no '{change[1]}' to be changed")
                    continue
                header.write_text(text.replace(change[1], change[2], 1), encoding="utf-8")
            for compiler in compilers:
                for language in ("c", "c++"):
                    if compiles(compiler, language, copy) != (change is None):
                        wrong.append(f"{compiler}, {language}: {change or 'as it is'}")
    print("\n".join(wrong) or f"{len(CHANGES)} changes met by {len(compilers)} compilers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
