#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The bill of materials is SPDX 2.3, and says what the built programs really link.

usage: bill_of_materials.py SOURCE BUILD PREFIX
"""
import datetime
import json
import pathlib
import re
import subprocess
import sys

SONAMES = {"libc.so.6": "glibc", "libm.so.6": "glibc", "libdl.so.2": "glibc", "libpthread.so.0": "glibc",
           "ld-linux-x86-64.so.2": "glibc", "ld-linux-aarch64.so.1": "glibc"}


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def form(document, wrong):
    """What SPDX 2.3 requires of a document and its elements."""
    def need(holder, **patterns):
        for key, pattern in patterns.items():
            if not re.fullmatch(pattern, str(holder.get(key, ""))):
                wrong.append(f"{key} is {holder.get(key)!r}")

    need(document, spdxVersion=r"SPDX-2\.3", dataLicense=r"CC0-1\.0", SPDXID="SPDXRef-DOCUMENT", name=".+",
         documentNamespace=r"https?://[^#\s]+")
    need(document["creationInfo"], created=r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
    datetime.datetime.strptime(document["creationInfo"]["created"], "%Y-%m-%dT%H:%M:%SZ")
    if not all(re.match(r"(Tool|Organization|Person): ?\S", c) for c in document["creationInfo"]["creators"]):
        wrong.append("creators")
    ids = {"SPDXRef-DOCUMENT"}
    for package in document["packages"]:
        need(package, SPDXID=r"SPDXRef-[A-Za-z0-9.-]+", name=".+", downloadLocation=".+", filesAnalyzed="False",
             licenseConcluded=r"[A-Za-z0-9.-]+( WITH [A-Za-z0-9.-]+)?", copyrightText=".+")
        if package["SPDXID"] in ids:
            wrong.append(f"{package['SPDXID']} is there twice")
        ids.add(package["SPDXID"])
    for edge in document["relationships"]:
        if {edge["spdxElementId"], edge["relatedSpdxElement"]} - ids:
            wrong.append(f"{edge} leads nowhere")


def main():
    source, build, prefix = map(pathlib.Path, sys.argv[1:4])
    document = json.loads((prefix / "share/doc/sbx/sbx.spdx.json").read_text(encoding="utf-8"))
    listed = json.loads((source / "cmake/dependencies.json").read_text(encoding="utf-8"))
    wrong = []
    form(document, wrong)
    names = {p["SPDXID"]: p["name"] for p in document["packages"]}
    versions = {p["name"]: p.get("versionInfo") for p in document["packages"]}
    if set(names.values()) != {"sbx"} | {d["name"] for d in listed}:
        wrong.append(f"it names {sorted(names.values())}")
    edges = {(names.get(e["spdxElementId"]), e["relationshipType"], names.get(e["relatedSpdxElement"]))
             for e in document["relationships"]}

    # Versions: of the program, and of what this machine has to build with.
    if versions["sbx"] != json.loads(run(prefix / "bin/sbx", "version", "--json"))["version"]:
        wrong.append(f"sbx is {versions['sbx']}")
    for dependency in listed:
        version = versions[dependency["name"]]
        if dependency["version"] and not re.fullmatch(r"\d+(\.\d+)+", version or ""):
            wrong.append(f"{dependency['name']} has the version {version}")
    boost = re.search(r'"(\d+)_(\d+)', pathlib.Path("/usr/include/boost/version.hpp").read_text(encoding="utf-8"))
    if not (versions["Boost.JSON"] or "").startswith(f"{boost[1]}.{boost[2]}"):
        wrong.append(f"Boost.JSON is {versions['Boost.JSON']}, the header says {boost[0]}")

    # Shared libraries: those that the installed files need.
    dynamic = set()
    for path in [prefix / "bin/sbx", *(prefix / "libexec/sbx").iterdir(), *(prefix / "lib/sbx/plugins").glob("*.so")]:
        for name in re.findall(r"NEEDED.*\[(.+)\]", run("readelf", "-dW", path)):
            dynamic.add(SONAMES.get(name, name))
    said = {to for _, kind, to in edges if kind == "DYNAMIC_LINK"}
    if dynamic != said:
        wrong.append(f"linked dynamically are {sorted(dynamic)}, the document says {sorted(said)}")

    # Static ones: the archives of the link commands, and the compiler's own.
    static = set()
    for command in run("ninja", "-C", build, "-t", "commands", "sbx", "sbx-plugin-bwrap", "sbx-plugin-landlock",
                       "sbx-attack").splitlines():
        for path in re.findall(r"(?<=\s)/\S+\.a\b", command):
            if not pathlib.Path(path).is_relative_to(build.resolve()):
                static.add(path)
        static |= {"libstdc++"} if "-static-libstdc++" in command else set()
        static |= {"libgcc"} if "-static-libgcc" in command else set()
        static |= {"glibc"} if " -static " in command and "sbx-attack" in command else set()
    static |= {d["name"] for d in listed if d["linked"] == ["header only"]}
    said = {to for _, kind, to in edges if kind == "STATIC_LINK"}
    if static != said:
        wrong.append(f"linked statically are {sorted(static)}, the document says {sorted(said)}")
    if ("bubblewrap", "OPTIONAL_DEPENDENCY_OF", "sbx") not in edges:
        wrong.append("bubblewrap is not named as the optional program that it is")
    print("\n".join(wrong) if wrong else f"{len(names)} elements, linked as it says")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
