#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What a real shell completes is what `sbx help` describes, neither less nor more.

usage: completion.py SBX bash|zsh|fish

Exit 77 where the shell is missing and SBX_EXPECT does not say that tools are here.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import shells
from described import CommandLine, ask

FREE = {"DURATION", "SIZE", "N", "TEXT", "WORD", "ID", "KEY…", "SOURCE"}  # what only the person knows


def runners(sbx):
    plugins = json.loads(ask(sbx, "plugins", "--json"))["plugins"]
    return [p["id"] for p in plugins if p["refused"] is None and "sbx.runner/1" in p["interfaces"]]


def restrictions(sbx):
    """The names that --require takes: those of a policy that wants everything."""
    with tempfile.TemporaryDirectory(dir="/var/tmp", prefix="sbx-docs-") as lab:
        workspace, secret = os.path.join(lab, "workspace"), os.path.join(lab, "secret")
        os.makedirs(os.path.join(workspace, ".git", "hooks"))
        os.mkdir(secret)
        status = ask(sbx, "status", "--json", "--workspace", workspace, "--net", "none", "--tmp", "private",
                     "--deny-read", secret, "--file-size", "1G",
                     "--deny-write", f"{workspace}/*.x", "--patterns", "existing")
    return [entry["restriction"] for entry in json.loads(status)["enforcement"]]


def groups(sbx):
    """The names that --protect takes, as the help has them."""
    return re.findall(r"^  ([a-z]+(?:-[a-z]+)?)  ", ask(sbx, "help", "protect"), re.M)


def expected(part, sbx, line, folders, files):
    if part == part.lower():
        return {part}
    return {"RUNNER": lambda: set(runners(sbx)), "DIR": lambda: set(folders),
            "PATH": lambda: set(folders) | set(files), "FILE": lambda: set(folders) | set(files),
            "FILE…": lambda: set(folders) | set(files),
            "GROUP,…": lambda: set(groups(sbx)),
            "RESTRICTION,…": lambda: set(restrictions(sbx)),
            "NAME[=VALUE]": lambda: {"SBX_COMPLETE_ME"}, "VERB": lambda: set(line.verbs),
            "TOPIC": lambda: set(line.topics)}[part]()


def words_of(usage):
    words = []
    for word in usage.split()[2:]:
        if word == "[options]":
            continue
        if word in ("--", "|"):
            break
        words.append(word.strip("[]"))
    return words


def cases(sbx, line, folders, files):
    """(words before, word to complete, what there is to choose from)"""
    def choices(argument):
        parts = argument.split("|")
        return set().union(*(expected(p, sbx, line, folders, files) for p in parts if p not in FREE))

    def begun(argument):
        return "SBX_COMPLETE" if argument.startswith("NAME") else ""

    yield ["sbx"], "", set(line.verbs)
    for verb in line.verbs:
        yield ["sbx", verb], "--", set(line.options[verb])
        before = ["sbx", verb, "--help"]
        for word in words_of(line.usage[verb]):
            yield before, "", choices(word)
            before = before + [sorted(choices(word))[0]]
    yield ["sbx", "--json"], "--", set(line.options["run"])
    for option, argument in line.options["run"].items():
        if not argument:
            continue
        yield ["sbx", option], begun(argument), choices(argument)
        other = ["--tty", "off"] if option != "--tty" else ["--net", "none"]
        yield ["sbx", "shell", *other, option], begun(argument), choices(argument)
    yield ["sbx", "--require"], "fs.write,", {f"fs.write,{name}" for name in restrictions(sbx)}
    yield ["sbx", "--net", "none", "--"], "sbx-complete-m", {"sbx-complete-me"}
    yield ["sbx", "run", "--"], "sbx-complete-m", {"sbx-complete-me"}


def main():
    sbx, shell = os.path.realpath(sys.argv[1]), sys.argv[2]
    if not shutil.which(shell):
        print(f"{shell} is missing")
        return 1 if "tools=1" in os.environ.get("SBX_EXPECT", "") else 77
    line = CommandLine(sbx)
    script = ask(sbx, "completion", shell)
    wrong = []
    count = 0
    with tempfile.TemporaryDirectory(prefix="sbx-completion-") as lab:
        lab = os.path.realpath(lab)
        folders, files = ["folder a", "other"], ["file"]
        here, tools = os.path.join(lab, "here"), os.path.join(lab, "bin")
        for folder in [here, tools, *(os.path.join(here, f) for f in folders)]:
            os.mkdir(folder)
        for name in [os.path.join(here, "file"), os.path.join(tools, "sbx-complete-me")]:
            with open(name, "w", encoding="utf-8") as f:
                f.write("#!/bin/sh\n")
            os.chmod(name, 0o755)
        environment = {"PATH": f"{tools}:{os.path.dirname(sbx)}:{os.environ['PATH']}", "HOME": lab,
                       "LC_ALL": "C.UTF-8", "TERM": "dumb", "SBX_COMPLETE_ME": "1", "INPUTRC": "/dev/null"}
        with open(os.path.join(lab, "script"), "w", encoding="utf-8") as f:
            f.write(script)
        complete = shells.START[shell](os.path.join(lab, "script"), here, environment)
        for before, word, choices in cases(sbx, line, folders, files):
            if shell == "zsh":  # leaves out what is there already
                choices = choices - {w for w in before if w.startswith("--")} - {"fs.write,fs.write"}
            found = complete(before, word)
            count += 1
            if found != choices:
                wrong.append(f"{' '.join(before)} {word!r}: missing {sorted(choices - found)}, "
                             f"too much {sorted(found - choices)}")
        for keys, meant in shells.TYPED:
            got = shells.typed(shell, os.path.join(lab, "script"), here, environment, keys)
            count += 1
            if got != meant:
                wrong.append(f"typed {keys!r}: the command became {got}, not {meant}")
    print("\n".join(wrong) if wrong else f"{count} completions are what help describes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
