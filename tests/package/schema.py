#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Documents, held against a schema: what sbx really writes to a program, and what a
program may answer. Knows the words of JSON Schema that our schemas use, and no other:
a word that it does not know fails.

usage: schema.py SCHEMA good|bad FILE…
"""
import json
import pathlib
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
SAID = {"$schema", "$defs", "title", "description"}
OBJECT = {"properties", "required", "additionalProperties"}


def faults(schema, value, root, where="$"):
    known = SAID | OBJECT | {"type", "$ref", "const", "enum", "items", "oneOf", "minimum", "pattern", "minLength",
                             "maxLength", "maxItems", "if", "then"}
    if set(schema) - known:
        yield f"{where}: the schema has {sorted(set(schema) - known)}"
    if "$ref" in schema:
        yield from faults(root["$defs"][schema["$ref"].removeprefix("#/$defs/")], value, root, where)
    if "type" in schema:
        kind = TYPES[schema["type"]]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            yield f"{where}: is no {schema['type']}"
            return
    if "const" in schema and value != schema["const"] or "enum" in schema and value not in schema["enum"]:
        yield f"{where}: is {value!r}"
    if "oneOf" in schema:
        fits = [part for part in schema["oneOf"] if not list(faults(part, value, root, where))]
        if len(fits) != 1:
            yield f"{where}: fits {len(fits)} of {len(schema['oneOf'])}"
    if "if" in schema and not list(faults(schema["if"], value, root, where)):
        yield from faults(schema["then"], value, root, where)
    if isinstance(value, int) and value < schema.get("minimum", value):
        yield f"{where}: is {value}"
    if isinstance(value, str):
        if not re.search(schema.get("pattern", ""), value):
            yield f"{where}: does not match"
        if not schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)):
            yield f"{where}: has another length"
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            yield f"{where}: is too long"
        for number, item in enumerate(value):
            yield from faults(schema.get("items", {}), item, root, f"{where}[{number}]")
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: has no {name}"
        for name, member in value.items():
            if name in properties:
                yield from faults(properties[name], member, root, f"{where}.{name}")
            elif schema.get("additionalProperties") is False:
                yield f"{where}: has {name}"


def unsaid(schema, value, where="$"):
    """Keys that sbx writes and the schema of a request does not name."""
    if isinstance(value, dict):
        for name in set(value) - set(schema.get("properties", value)):
            yield f"{where}: {name} is not in the schema"


def main():
    schema = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    good, files = sys.argv[2] == "good", sys.argv[3:]
    wrong = [] if files else ["no documents"]
    for file in files:
        value = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
        found = list(faults(schema, value, schema)) + list(unsaid(schema, value))
        if good and found:
            wrong.append(f"{file}: {found[0]}")
        if not good and not found:
            wrong.append(f"{file}: is taken for a good one")
    print("\n".join(wrong) or f"{len(files)} documents are {sys.argv[2]}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
