#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The reference in docs/configuration.md is made from `sbx config schema`, its examples
are valid, and the parser accepts what the schema accepts: random documents, some
changed for the worse, are held against both.

usage: configuration.py SBX CONFIGURATION_MD [--write]
"""
import json
import os
import random
import re
import subprocess
import sys
import tempfile

ROUNDS = 500
MERGE = {"override": "the strongest layer's", "ceiling": "the strongest layer's, within the organisation's",
         "or": "true if any layer says so", "union": "all layers' together"}
TRUST = {"anyone": "counts", "narrower": "may narrow", "trusted": "ignored", "owner": "no project may"}
HELD = {"yes": "", "strictly": " Not there yet: its strictest reading holds.", "refused": " Not there yet: refused."}


def keys(schema, prefix=""):
    for name, value in schema["properties"].items():
        if "x-merge" in value:
            yield prefix + name, value
        else:
            yield from keys(value, prefix + name + ".")


def takes(value):
    if "enum" in value:
        return ", ".join(f"`{word}`" for word in value["enum"])
    if "anyOf" in value:
        return "a time: `\"30s\"`, or seconds" if "ms" in value["anyOf"][1]["pattern"] else "a size: `\"2G\"`, or bytes"
    if value["type"] == "array":
        item = value["items"]
        return "a list of " + (takes(item) if "enum" in item else "numbers" if item["type"] == "integer" else "texts")
    return {"boolean": "`true`, `false`", "integer": "a number", "string": "a text",
            "object": "an object of texts"}[value["type"]]


def reference(schema):
    rows = ["| key | takes | built in | of several layers | of a project that is not trusted | |",
            "|---|---|---|---|---|---|"]
    for name, value in keys(schema):
        built_in = f"`{json.dumps(value['default'])}`" if "default" in value else ""
        rows.append(f"| `{name}` | {takes(value)} | {built_in} | {MERGE[value['x-merge']]} | "
                    f"{TRUST[value['x-trust']]} | {value['description']}.{HELD[value['x-held']]} |")
    return "\n".join(rows) + "\n"


def matches(pattern, text):
    """All of ours begin with ^ and end with $, which is the end and not a last line."""
    return re.fullmatch(pattern.removeprefix("^").removesuffix("$"), text)


def accepts(schema, value):
    """A validator of what our schema uses, and of nothing else."""
    known = {"$schema", "title", "description", "default", "type", "enum", "pattern", "anyOf", "items", "minimum",
             "maximum", "maxItems", "properties", "propertyNames", "additionalProperties", "x-merge", "x-trust", "x-held"}
    assert not set(schema) - known, set(schema) - known
    kind = schema.get("type")
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int}
    if kind and (type(value) is not types[kind]):
        return False
    if "enum" in schema and value not in [w for w in schema["enum"] if type(w) is type(value)]:
        return False
    if "anyOf" in schema and not any(accepts(one, value) for one in schema["anyOf"]):
        return False
    if isinstance(value, str) and "pattern" in schema and not matches(schema["pattern"], value):
        return False
    if kind == "integer" and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return False
    if kind == "array":
        return len(value) <= schema["maxItems"] and all(accepts(schema["items"], item) for item in value)
    if kind == "object":
        for name, member in value.items():
            if "propertyNames" in schema and not matches(schema["propertyNames"]["pattern"], name):
                return False
            rule = schema.get("properties", {}).get(name, schema["additionalProperties"])
            if rule is False or not accepts(rule, member):
                return False
    return True


TEXTS = ["", "a", "/a", "~/x", "~", "~u", "$HOME", "$HOME/x", "$HOMER", "$WORKSPACE/a", "rel/x", "*", "*.a.b", "a.b:443",
         "a.b:0", "a.b:65535", "a.b:65536", "a..b", "-a.b", "a_b", "x" * 63, "x" * 64, "*:22", "http://a", "ä.b", "a\nb", "a\u0000b",
         "\u007f", "A", "A_1", "1A", "2G", "0", "07", "12T", "1234567T", "999999999M", "1234567890", "30s", "5 m", "500ms",
         "1.5h", "read-only", "deny", "agent", "human", "fs.write", "fs.pattern", "x y", " ", "   ", " x"]
OTHERS = [None, True, False, 0, 1, -1, 65535, 65536, 10**9, 10**9 + 1, 2**62, 2**62 + 1, [], {}, [[]], {"a": "b"}, {"A": ""}, {"A": 1}]


def sample(schema, chance):
    """A value that the schema accepts mostly."""
    if chance.random() < 0.06:
        return chance.choice(TEXTS + OTHERS)
    if "enum" in schema:
        return chance.choice(schema["enum"])
    if "anyOf" in schema:
        return sample(chance.choice(schema["anyOf"]), chance)
    kind = schema["type"]
    if kind == "boolean":
        return chance.random() < 0.5
    if kind == "integer":
        return chance.choice([1, schema["maximum"], chance.randint(1, schema["maximum"])])
    if kind == "string":
        good = [t for t in TEXTS if accepts(schema, t)]
        return chance.choice(good if chance.random() < 0.95 else TEXTS)
    if kind == "array":
        return [sample(schema["items"], chance) for _ in range(chance.randint(0, 3))]
    if "properties" in schema:
        names = chance.sample(list(schema["properties"]), min(len(schema["properties"]), chance.randint(0, 4)))
        made = {name: sample(schema["properties"][name], chance) for name in names}
        if chance.random() < 0.03:
            made[chance.choice(["x", "mode.", "filesystem.tmp", "Mode"])] = chance.choice(OTHERS)
        return made
    return {chance.choice(["A", "B_2", "PATH"]): sample(schema["additionalProperties"], chance)
            for _ in range(chance.randint(0, 2))}


def compare(sbx, schema, examples):
    seed = random.SystemRandom().randrange(2**32)
    chance = random.Random(seed)
    documents = [sample(schema, chance) for _ in range(ROUNDS)]
    # Every key with many texts and other values.
    for name, _ in keys(schema):
        for value in chance.sample(TEXTS + OTHERS + [[text] for text in TEXTS], 40):
            document = value
            for part in reversed(name.split(".")):
                document = {part: document}
            documents.append(document)
    wrong = []
    with tempfile.TemporaryDirectory(prefix="sbx-schema-") as lab:
        names = []
        for i, document in enumerate([json.dumps(d, ensure_ascii=chance.random() < 0.5) for d in documents] + examples):
            folder = os.path.join(lab, str(i), ".sbx")
            os.makedirs(folder)
            names.append(os.path.join(folder, "config.json"))
            with open(names[-1], "w", encoding="utf-8") as out:
                out.write(document)
        results = []
        for first in range(0, len(names), 500):
            done = subprocess.run([sbx, "config", "validate", "--json", *names[first:first + 500]], capture_output=True,
                                  text=True, check=False)
            results += json.loads(done.stdout)["files"]
        good = 0
        for document, result in zip(documents, results):
            by_schema = accepts(schema, document)
            good += by_schema
            if result["valid"] != by_schema:
                wrong.append(f"schema {by_schema}, parser {result['valid']}: {json.dumps(document)} {result.get('error')}")
        for example, result in zip(examples, results[len(documents):]):
            if not result["valid"]:
                wrong.append(f"an example is not valid: {example}\n{result['error']}")
        if not ROUNDS / 10 < good < len(documents) - ROUNDS / 10:
            wrong.append(f"{good} of {len(documents)} documents are good: these show nothing")
    print(f"{len(documents)} documents ({good} good), {len(examples)} examples, seed {seed}")
    return wrong[:20]


def main():
    sbx, document = sys.argv[1:3]
    schema = json.loads(subprocess.run([sbx, "config", "schema"], capture_output=True, text=True, check=True).stdout)
    begin, end = "<!-- keys: made from sbx config schema -->\n", "<!-- end -->"
    text = open(document, encoding="utf-8").read()
    before, rest = text.split(begin)
    held, after = rest.split(end)
    now = reference(schema)
    if "--write" in sys.argv[3:]:
        open(document, "w", encoding="utf-8").write(before + begin + now + end + after)
        return 0
    wrong = [] if held == now else [f"{document} is not what the schema says; write it with --write"]
    helped = subprocess.run([sbx, "help", "run"], capture_output=True, text=True, check=True).stdout
    for name, _ in keys(schema):
        option = "--" + re.sub("[A-Z]", lambda c: "-" + c[0].lower(), name.split(".")[-1])
        if name.startswith("limits.") and f" {option} " not in helped:
            wrong.append(f"{name} is not called {option} on the command line")
    examples = re.findall(r"```jsonc\n(.*?)```", text, re.S)
    if not examples:
        wrong.append("there is no example")
    wrong += compare(sbx, schema, examples)
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
