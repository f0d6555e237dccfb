#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Portability and direction, read from the include lines: what calls the
operating system stands in its own folders, and nothing includes what is built
above it. usage: includes.py ROOT | includes.py --self-test"""
import os
import re
import sys
import tempfile

SOURCE = re.compile(r"\.(c|cc|cpp|h|hpp|inc)$")
INCLUDE = re.compile(r'^\s*#\s*(?:include|import)\s*(?:<([^>]*)>|"([^"]*)")')
# A name that a macro stands for cannot be judged.
COMPUTED = re.compile(r"^\s*#\s*(?:include|import|include_next)\s*[^\s<\"]")

# Headers in angle brackets that end with .h are the system's, but for these of
# the language, which the C interface needs.
LANGUAGE = {"stdbool.h", "stddef.h", "stdint.h"}

# Where the operating system is called.
SYSTEM_FOLDERS = re.compile(r"^(core/platform/[a-z]+/|init/|plugins/|tests/|bench/)")
SYSTEM_FILES = {
    "sdk/include/sbx/plugin/unique_fd.hpp": {"unistd.h"},  # closes what it owns
}

# Libraries of others, each where docs/dependencies.md says that it is used.
LIBRARIES = [
    (
        re.compile(r"^boost/json"),
        {
            "core/plugin/strict_json.cc",
            "core/plugin/strict_json.hpp",
            "plugins/config-sources/common/json.cc",
        },
    ),
    (re.compile(r"^boost/dll"), {"core/plugin/loader.cc"}),
    (re.compile(r"^(boost|spdlog|fmt|Poco)/"), set()),
    (re.compile(r"^(gtest|gmock|benchmark)/"), {"tests/", "bench/"}),
]

SDK = ["sbx/abi/", "sbx/plugin/"]
# Who may include what: the longest prefix of the file decides. Paths as they are
# written in an include line; a file's own folder is always among them.
MAY_INCLUDE = {
    "sdk/include/sbx/abi/": ["sbx/abi/"],
    "sdk/include/sbx/plugin/": SDK,
    "sdk/include/sbx/host/": SDK,
    "sdk/include/sbx/sbx.h": ["sbx/abi/"],
    "core/platform/files.hpp": SDK,
    "core/platform/trusted_file.hpp": SDK,
    "core/platform/doctor.hpp": SDK,
    "core/platform/poll_relay.hpp": SDK,
    "core/platform/file_requests.hpp": SDK,
    "core/platform/conformance.hpp": SDK,
    "core/platform/program.hpp": SDK + ["core/platform/trusted_file.hpp"],
    "core/platform/quiet_thread.hpp": [],
    "core/platform/config_files.hpp": SDK + ["core/platform/trusted_file.hpp"],
    "core/platform/run.hpp": SDK + ["core/denial/", "core/plugin/", "core/policy/"],
    "core/platform/host.hpp": SDK + ["core/platform/run.hpp", "core/policy/"],
    "core/platform/leftovers.hpp": SDK + ["core/policy/"],
    "core/platform/linux/hold_mark.h": [],
    "core/platform/linux/files/": SDK
    + ["core/platform/files.hpp", "core/platform/linux/hold_mark.h"],
    "core/platform/linux/trust/": SDK + ["core/platform/trusted_file.hpp"],
    "core/platform/linux/program/": SDK
    + [
        "core/platform/program.hpp",
        "core/platform/quiet_thread.hpp",
        "core/platform/linux/launch/tree.h",
    ],
    "core/platform/linux/config/": SDK
    + ["core/platform/config_files.hpp", "core/platform/trusted_file.hpp"],
    "core/platform/linux/doctor/": SDK + ["core/platform/doctor.hpp"],
    "core/platform/linux/conformance/": SDK + ["core/platform/conformance.hpp"],
    "core/platform/linux/listener/": SDK + ["core/policy/"],
    "core/platform/linux/launch/": SDK
    + [
        "core/denial/",
        "core/platform/file_requests.hpp",
        "core/platform/run.hpp",
        "core/platform/poll_relay.hpp",
        "core/platform/linux/hold_mark.h",
        "core/platform/linux/listener/",
        "core/plugin/",
        "core/policy/",
    ],
    "core/platform/linux/host/": SDK
    + [
        "core/platform/host.hpp",
        "core/platform/leftovers.hpp",
        "core/platform/linux/hold_mark.h",
        "core/platform/linux/launch/",
    ],
    "core/text/": [],
    "core/denial/": [],
    "core/policy/": SDK + ["core/platform/files.hpp", "core/text/"],
    "core/plugin/": SDK
    + [
        "core/platform/program.hpp",
        "core/platform/quiet_thread.hpp",
        "core/platform/trusted_file.hpp",
        "core/policy/",
        "core/text/",
    ],
    "core/review/": SDK + ["core/platform/quiet_thread.hpp", "core/plugin/", "core/report/"],
    "core/config_source/": SDK + ["core/platform/host.hpp", "core/plugin/", "core/report/"],
    "core/config/": SDK
    + [
        "core/platform/config_files.hpp",
        "core/platform/files.hpp",
        "core/platform/trusted_file.hpp",
        "core/config_source/collected.hpp",
        "core/plugin/",
        "core/policy/",
        "core/report/",
        "core/text/",
    ],
    "core/report/": SDK + ["core/denial/", "core/platform/run.hpp", "core/plugin/", "core/policy/"],
    "core/engine/": SDK
    + ["core/platform/host.hpp", "core/platform/run.hpp", "core/plugin/", "core/policy/"],
    "core/host/": SDK
    + [
        "sbx/host/",
        "sbx/sbx.h",
        "core/config/",
        "core/config_source/",
        "core/engine/",
        "core/platform/file_requests.hpp",
        "core/platform/files.hpp",
        "core/platform/host.hpp",
        "core/platform/poll_relay.hpp",
        "core/platform/run.hpp",
        "core/platform/trusted_file.hpp",
        "core/plugin/",
        "core/policy/",
        "core/report/",
    ],
    "core/doctor/": SDK
    + [
        "core/engine/",
        "core/platform/doctor.hpp",
        "core/platform/run.hpp",
        "core/plugin/",
        "core/policy/",
        "core/text/",
    ],
    "core/conformance/": SDK
    + [
        "core/config_source/",
        "core/doctor/",
        "core/platform/conformance.hpp",
        "core/plugin/",
        "core/policy/",
        "core/review/",
    ],
    "cli/": SDK
    + [
        "core/config/",
        "core/config_source/",
        "core/conformance/",
        "core/doctor/",
        "core/engine/",
        "core/platform/config_files.hpp",
        "core/platform/conformance.hpp",
        "core/platform/host.hpp",
        "core/platform/leftovers.hpp",
        "core/platform/run.hpp",
        "core/plugin/",
        "core/policy/",
        "core/report/",
        "core/text/",
    ],
    "init/": ["core/platform/linux/launch/"],
    "plugins/linux/": SDK,
    "plugins/bwrap/": SDK + ["plugins/linux/"],
    "plugins/landlock/": SDK + ["plugins/linux/"],
    "plugins/config-sources/": SDK,
}
FREE = ("tests/", "bench/")  # they look at everything


def own_spelling(path):
    """The path of a file as others include it."""
    return path.removeprefix("sdk/include/")


def allowed(file, target):
    entry = max((p for p in MAY_INCLUDE if file.startswith(p)), key=len, default=None)
    if entry is None:
        return None
    own = own_spelling(os.path.dirname(file) + "/" if not entry.endswith("/") else entry)
    places = MAY_INCLUDE[entry] + ([own] if entry.endswith("/") else [])
    return any(target == p or (p.endswith("/") and target.startswith(p)) for p in places)


def fault(file, angled, quoted):
    """What is wrong with one include, or nothing."""
    if file.startswith(("tests/package/", "sdk/examples/", "sdk/templates/")):
        return None  # projects of others, which build against an installation
    if angled is not None:
        for pattern, places in LIBRARIES:
            if pattern.match(angled):
                if any(file == p or (p.endswith("/") and file.startswith(p)) for p in places):
                    return None
                return f"<{angled}> is not used here: see docs/dependencies.md"
        if angled.startswith(("sbx/", "core/", "cli/", "init/", "plugins/")):
            return f"<{angled}> is ours: include it in quotes"
        if not angled.endswith(".h") or angled in LANGUAGE or SYSTEM_FOLDERS.match(file):
            return None
        if angled in SYSTEM_FILES.get(file, ()):
            return None
        return f"<{angled}> belongs to the operating system: call it in core/platform/<os>"
    if file.startswith(FREE):
        return None
    good = allowed(file, quoted)
    if good is None:
        return "this folder has no rule: say in tests/docs/includes.py what it may include"
    return None if good else f'"{quoted}" is built above this, or beside it'


def faults_of(root):
    seen = 0
    for top in ("sdk", "core", "init", "plugins", "cli", "tests", "bench"):
        for folder, _, names in sorted(os.walk(os.path.join(root, top))):
            for name in sorted(names):
                if not SOURCE.search(name):
                    continue
                path = os.path.join(folder, name)
                file = os.path.relpath(path, root)
                seen += 1
                with open(path, encoding="utf-8") as lines:
                    for number, line in enumerate(lines, 1):
                        found = INCLUDE.match(line)
                        if found:
                            said = fault(file, *found.groups())
                        elif COMPUTED.match(line) and not file.startswith(FREE):
                            said = "a computed include cannot be judged"
                        else:
                            continue
                        if said:
                            yield f"{file}:{number}: {said}"
    if seen == 0:
        yield f"{root}: no source file was found"


PLANTED = [  # file, line, whether it is a fault
    ("core/policy/planted.cc", '#include "core/engine/engine.hpp"', True),
    ("core/policy/planted.hpp", '#include "core/plugin/runner.hpp"', True),
    ("core/policy/planted.cc", "  #  include <unistd.h>", True),
    ("core/policy/planted.cc", "#include <sys/stat.h>", True),
    ("core/policy/planted.cc", "#include <csignal>", False),
    ("core/policy/planted.cc", '#include "sbx/abi/draft/plan.h"', False),
    ("core/policy/planted.cc", "#include HEADER", True),
    ("core/engine/planted.cc", "#include <signal.h>", True),
    ("core/engine/planted.cc", '#include "core/platform/linux/launch/raw.h"', True),
    ("core/engine/planted.cc", '#include "plugins/linux/seccomp.hpp"', True),
    ("core/engine/planted.cc", '#include "cli/options.hpp"', True),
    ("core/engine/planted.cc", '#include "../policy/policy.hpp"', True),
    ("core/engine/planted.cc", "#include <spdlog/spdlog.h>", True),
    ("core/plugin/planted.cc", "#include <boost/json.hpp>", True),
    ("core/plugin/strict_json.cc", "#include <boost/json.hpp>", False),
    ("core/platform/host.hpp", "#include <poll.h>", True),
    ("core/platform/run.hpp", '#include "core/engine/engine.hpp"', True),
    ("core/platform/linux/listener/planted.cc", "#include <poll.h>", False),
    ("core/platform/linux/listener/planted.cc", '#include "core/platform/run.hpp"', True),
    ("core/platform/linux/planted/planted.cc", '#include "core/platform/run.hpp"', True),
    ("core/review/planted.cc", '#include "core/engine/engine.hpp"', True),
    ("core/plugin/planted.cc", '#include "core/review/reviewer.hpp"', True),
    ("core/config_source/planted.cc", "#include <fcntl.h>", True),
    ("core/platform/linux/program/planted.cc", '#include "core/plugin/registry.hpp"', True),
    ("core/new/planted.cc", '#include "core/policy/policy.hpp"', True),
    ("plugins/bwrap/planted.cc", "#include <fcntl.h>", False),
    ("plugins/bwrap/planted.cc", '#include "core/policy/policy.hpp"', True),
    ("plugins/bwrap/planted.cc", '#include "plugins/landlock/probe.hpp"', True),
    ("plugins/linux/planted.cc", '#include "plugins/bwrap/runner.hpp"', True),
    ("sdk/include/sbx/abi/planted.h", '#include "sbx/plugin/runner.hpp"', True),
    ("sdk/include/sbx/abi/planted.h", "#include <stdint.h>", False),
    ("sdk/include/sbx/plugin/planted.hpp", '#include "core/policy/policy.hpp"', True),
    ("sdk/include/sbx/plugin/planted.hpp", "#include <unistd.h>", True),
    ("sdk/include/sbx/plugin/unique_fd.hpp", "#include <unistd.h>", False),
    ("sdk/include/sbx/host/planted.hpp", '#include "core/engine/engine.hpp"', True),
    ("sdk/include/sbx/host/planted.hpp", "#include <poll.h>", True),
    ("sdk/include/sbx/sbx.h", '#include "sbx/host/run.hpp"', True),
    ("core/host/planted.cc", '#include "cli/options.hpp"', True),
    ("core/host/planted.cc", "#include <unistd.h>", True),
    ("core/engine/planted.cc", '#include "sbx/host/run.hpp"', True),
    ("init/planted.cc", '#include "core/policy/policy.hpp"', True),
    ("cli/planted.cc", "#include <spawn.h>", True),
    ("cli/planted.cc", '#include "core/platform/linux/launch/tree.h"', True),
    ("cli/planted.cc", '#include "core/report/json.hpp"', False),
    ("tests/unit/planted.cc", '#include "core/engine/engine.hpp"', False),
    ("bench/planted.cc", "#include <sys/wait.h>", False),
]


def self_test():
    wrong = 0
    for file, line, is_fault in PLANTED:
        with tempfile.TemporaryDirectory() as root:
            path = os.path.join(root, file)
            os.makedirs(os.path.dirname(path))
            with open(path, "w", encoding="utf-8") as out:
                out.write(f"// first\n{line}\n")
            found = list(faults_of(root))
        good = len(found) == 1 and found[0].startswith(f"{file}:2: ") if is_fault else not found
        if not good:
            wrong += 1
            print(f"FAILED: {file}: {line}: {'not found' if is_fault else 'found'}: {found}")
    with tempfile.TemporaryDirectory() as root:
        if not list(faults_of(root)):
            wrong += 1
            print("FAILED: an empty tree is taken for a good one")
    return 1 if wrong else 0


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if sys.argv[1] == "--self-test":
        return self_test()
    found = list(faults_of(sys.argv[1]))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
