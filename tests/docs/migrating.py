#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/migrating lists every behaviour of the systems that sbx replaces, each once, with one
status; the tests that it names are those of the build, and what a test carries in its name is
not listed as missing. Examples in the guide are valid, and the keys and options that it maps
to are there.

usage: migrating.py SBX BUILD SOURCE
       migrating.py --self-test
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile

# How many behaviours each system has: Y-1 to Y-157 and so on. A new one is added here.
ITEMS = {"Y": 157, "E": 112, "F": 48}
FILES = {"pi.md": "Y", "pi-srt.md": "E", "droid.md": "F"}
STATUS = ["met", "partly", "planned", "differs"]
# The parts of the plan that an item may wait for.
PARTS = ["denials and approvals", "network broker", "workers and hosts", "file checks", "macOS", "Windows"]
# What is met by being said: the file, and words of it.
SAID = {"Y-121": ("docs/security.md", "temporary files of your other programs can be changed"),
        "E-98": ("docs/migrating.md", "rather than the directory it lies in"),
        "F-47": ("docs/security.md", "What sbx does not protect against")}

ID = re.compile(r"(?<![A-Za-z0-9])([YEF])[-_]?(\d+)(?![A-Za-z0-9])")


def names_of(folder):
    """The tests below a build folder, and what was not built. Nothing is run."""
    names, missing = set(), []
    waiting = [folder / "CTestTestfile.cmake"]
    while waiting:
        file = waiting.pop()
        if not file.is_file():
            missing.append(str(file))
            continue
        text = file.read_text(encoding="utf-8")
        names.update(a or b for a, b in re.findall(r"^add_test\((?:\[=*\[(.*?)\]=*\]|\"?([^\s\"()]+)\"?)", text, re.M))
        waiting += [file.parent / place / "CTestTestfile.cmake" for place in re.findall(r'^subdirs\("([^"]+)"\)', text, re.M)]
        # Tests of a program are listed beside it when ctest starts.
        for included in re.findall(r'^include\("([^"]+)_include\.cmake"\)', text, re.M):
            waiting.append(pathlib.Path(included + "_tests.cmake"))
    return names, missing


def ids_in(name):
    return {f"{letter}-{int(number)}" for letter, number in ID.findall(name)}


def expanded(name):
    """a.{b,c} is a.b and a.c."""
    inside = re.search(r"\{([^{}]*)\}", name)
    if not inside:
        return [name]
    return [one for word in inside.group(1).split(",") for one in expanded(name[:inside.start()] + word + name[inside.end():])]


def rows_of(text):
    rows = []
    for line in text.splitlines():
        if line.startswith("| ") and ID.match(line[2:]):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def faults_of_rows(rows_by_file, tests, said):
    """`said`: whether the words that an item needs are there."""
    wrong, seen = [], {}
    for file, rows in rows_by_file.items():
        for row in rows:
            item = row[0]
            if len(row) != 5 or not row[1]:
                wrong.append(f"{file}: {item}: a row has an item, what it is about, a status, tests, and why")
                continue
            if item in seen:
                wrong.append(f"{file}: {item} is listed twice")
            seen[item] = row[2]
            letter, number = item[0], item[2:]
            if letter != FILES[file] or not number.isdigit() or not 1 <= int(number) <= ITEMS[letter]:
                wrong.append(f"{file}: there is no item {item} of that system")
            wrong += [f"{file}: {item}: {fault}" for fault in faults_of_row(item, row, tests, said)]
    for letter, count in ITEMS.items():
        wrong += [f"{letter}-{n} is missing" for n in range(1, count + 1) if f"{letter}-{n}" not in seen]
    return wrong, seen


def faults_of_row(item, row, tests, said):
    status, why = row[2], row[4]
    named = [one for quoted in re.findall(r"`([^`]+)`", row[3]) for one in expanded(quoted)]
    if re.sub(r"`[^`]+`", "", row[3]).strip(" ,"):
        yield f"there is more than tests in its tests: {row[3]}"
    for name in named:
        if name not in tests:
            yield f"there is no test {name}"
    parts = re.findall(r"planned \(([^)]*)\)", why)
    yield from (f"'{part}' is no part of the plan" for part in parts if part not in PARTS)
    if status not in STATUS:
        yield f"the status '{status}' is none of {', '.join(STATUS)}"
    if status in ("met", "partly") and not named:
        yield f"it is {status} and names no test"
    if status in ("partly", "planned") and not parts:
        yield f"it is {status} and names no part of the plan"
    if status == "planned" and named:
        yield "what a test shows is not only planned: say which part is met"
    if status == "met" and parts:
        yield "what is planned in part is not met"
    if status == "differs" and not why:
        yield "it differs and nobody knows why"
    if "docs.migrating" in named and not said.get(item):
        yield "what it says is not said"
    # A test that carries the item in its name has to be listed.
    carrying = sorted(name for name in tests if item in ids_in(name))
    if carrying and not set(carrying) & set(named):
        yield f"{carrying[0]} is named after it and is not listed"


def mapping_rows(text):
    """Of tables that begin with 'there' the second column, which is about sbx."""
    inside = False
    for line in text.splitlines():
        if not line.startswith("|"):
            inside = False
            continue
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if cells[0] == "there":
            inside = True
        elif inside and not cells[0].startswith("---") and len(cells) > 1:
            yield cells[1]


def keys_of(schema, prefix=""):
    for name, value in schema["properties"].items():
        yield prefix + name
        if "x-merge" not in value:
            yield from keys_of(value, prefix + name + ".")


def faults_of_guide(text, keys, options):
    wrong = []
    for cell in mapping_rows(text):
        for token in re.findall(r"`([^`]+)`", cell):
            if token.startswith("--"):
                if token.split()[0] not in options:
                    wrong.append(f"the guide maps to the option {token}, which there is not")
            elif re.fullmatch(r"[a-z][A-Za-z-]*(\.[A-Za-z-]+)*", token) and token not in keys:
                wrong.append(f"the guide maps to the key {token}, which there is not")
    return wrong


def faults_of_examples(text, sbx):
    examples = re.findall(r"```jsonc\n(.*?)```", text, re.S)
    wrong = [] if examples else ["the guide has no example"]
    with tempfile.TemporaryDirectory(prefix="sbx-migrating-") as lab:
        for i, example in enumerate(examples):
            file = pathlib.Path(lab) / f"{i}.json"
            file.write_text(example, encoding="utf-8")
            done = subprocess.run([sbx, "config", "validate", file], capture_output=True, text=True, check=False)
            if done.returncode:
                wrong.append(f"an example is not valid: {done.stderr}\n{example}")
    return wrong


def check(sbx, build, source):
    tests, missing = names_of(build)
    wrong = [f"its tests are not listed, build it first: {file}" for file in missing]
    said = {item: words in " ".join((source / file).read_text(encoding="utf-8").split()) for item, (file, words) in SAID.items()}
    rows = {file: rows_of((source / "docs/migrating" / file).read_text(encoding="utf-8")) for file in FILES}
    faults, seen = faults_of_rows(rows, tests, said)
    guide = (source / "docs/migrating.md").read_text(encoding="utf-8")
    schema = json.loads(subprocess.run([sbx, "config", "schema"], capture_output=True, text=True, check=True).stdout)
    options = re.findall(r"--[a-z-]+", subprocess.run([sbx, "help"], capture_output=True, text=True, check=True).stdout)
    wrong += faults + faults_of_guide(guide, set(keys_of(schema)), set(options)) + faults_of_examples(guide, sbx)
    for file, letter in FILES.items():
        counts = [f"{sum(status == one for item, status in seen.items() if item[0] == letter)} {one}" for one in STATUS]
        print(f"{file}: {', '.join(counts)}")
    print(f"{len(tests)} tests")
    return wrong


def self_test():
    """Each kind of fault is seen where it is planted."""
    tests = {"behaviour.Y-1.bwrap", "A.Y2_x", "docs.migrating"}
    good = {"pi.md": [[f"Y-{n}", "about", "planned", "", "planned (macOS)"] for n in range(1, ITEMS["Y"] + 1)],
            "pi-srt.md": [[f"E-{n}", "about", "differs", "", "why"] for n in range(1, ITEMS["E"] + 1)],
            "droid.md": [[f"F-{n}", "about", "differs", "", "why"] for n in range(1, ITEMS["F"] + 1)]}
    good["pi.md"][0] = ["Y-1", "about", "met", "`behaviour.Y-1.{bwrap}`", ""]
    good["pi.md"][1] = ["Y-2", "about", "partly", "`A.Y2_x`", "met: this; planned (Windows)"]
    said = {"F-3": True}

    def see(what, change, fault):
        rows = {file: [list(row) for row in of] for file, of in good.items()}
        change(rows)
        faults = faults_of_rows(rows, tests, said)[0]
        if not any(fault in one for one in faults) or (not fault and faults):
            wrong.append(f"{what}: not seen in {faults[:3]}")

    def put(file, row, column, text):
        return lambda rows: rows[file][row].__setitem__(column, text)

    wrong = [f"without a fault: {one}" for one in faults_of_rows(good, tests, said)[0]]
    see("a missing item", lambda rows: rows["pi-srt.md"].pop(4), "E-5 is missing")
    see("a doubled item", lambda rows: rows["droid.md"].append(rows["droid.md"][2]), "F-3 is listed twice")
    see("an item that is none", put("pi.md", 3, 0, "Y-158"), "there is no item Y-158")
    see("an item of another system", put("pi.md", 3, 0, "F-3"), "there is no item F-3 of that system")
    see("a wrong test", put("pi.md", 0, 3, "`behaviour.Y-1.{bwrap,landlock}`"), "there is no test behaviour.Y-1.landlock")
    see("text among tests", put("pi.md", 0, 3, "`behaviour.Y-1.bwrap` and more"), "there is more than tests")
    see("an unknown status", put("pi.md", 0, 2, "done"), "the status 'done'")
    see("met without a test", put("droid.md", 0, 2, "met"), "it is met and names no test")
    see("partly without a plan", put("pi.md", 1, 4, "met"), "names no part of the plan")
    see("planned without a plan", put("pi.md", 2, 4, "some day"), "names no part of the plan")
    see("another plan", put("pi.md", 2, 4, "planned (soon)"), "'soon' is no part of the plan")
    see("met and planned", put("pi.md", 0, 4, "planned (macOS)"), "what is planned in part is not met")
    see("planned and shown", put("pi.md", 1, 2, "planned"), "not only planned")
    see("differs without a reason", put("droid.md", 0, 4, ""), "nobody knows why")
    see("a test that nobody lists", put("pi.md", 1, 3, "`behaviour.Y-1.bwrap`"), "A.Y2_x is named after it")
    see("a row cut short", lambda rows: rows["pi.md"][5].pop(), "a row has")
    see("words that are not there", lambda rows: rows["droid.md"].__setitem__(0, ["F-1", "a", "met", "`docs.migrating`", ""]), "is not said")
    for name, ids in {"behaviour.E-11_E-12.bwrap": {"E-11", "E-12"}, "Items/X.Y/Y_106_a_later": {"Y-106"}, "T.E59_E63_x": {"E-59", "E-63"},
                      "case.FS-01.bwrap": set(), "CFG05.x": set(), "Y111.Signatures": {"Y-111"}, "WT05_x": set()}.items():
        if ids_in(name) != ids:
            wrong.append(f"ids of {name}: {ids_in(name)}")
    guide = "| there | here |\n|---|---|\n| `a.b` | `mode`, `--mode` |\n| `x` | `filesystem.nothing` and `--nothing` |\n\n| a | `c.d` |\n"
    faults = faults_of_guide(guide, {"mode"}, {"--mode"})
    if len(faults) != 2:
        wrong.append(f"of the guide: {faults}")
    return wrong


def main():
    if sys.argv[1:] == ["--self-test"]:
        wrong = self_test()
    else:
        sbx, build, source = sys.argv[1:]
        wrong = check(sbx, pathlib.Path(build), pathlib.Path(source))
    print("\n".join(wrong[:40]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
