#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""A reviewer that is a program: one request on standard input, one verdict on standard
output, as reviewer-request.schema.json and reviewer-reply.schema.json say.

It allows that a command writes below /srv/stage, when the user spoke of that folder.
What else is asked is deferred to the next reviewer, and what is not understood is
denied. Whatever ends it with another status than 0 denies as well.
"""
import json
import posixpath
import sys

STAGE = "/srv/stage"


def deny(reason):
    return {"verdict": "deny", "reason": reason}


def defer(reason):
    return {"verdict": "defer", "reason": reason}


def is_below_stage(path):
    """Bytes that are not UTF-8 come as {"base64": ...}: no folder of ours."""
    return isinstance(path, str) and posixpath.normpath(path) == path and (path + "/").startswith(STAGE + "/")


def review(request):
    if not request["argv"] and not request["arguments"]:
        return deny("the request names no operation")
    if request["widen"] == "mode":
        return defer("this reviewer knows single folders only")
    if request["widen"] != "grants":
        return deny("the request is of a kind that this reviewer does not know")
    if not request["grants"]:
        return deny("the request asks for nothing")
    for grant in request["grants"]:
        if grant["restriction"] != "fs.write" or not is_below_stage(grant["what"]):
            return defer("this reviewer knows writing below /srv/stage only")
    # Only the user can say what the user wants: not the justification, not a reply of
    # the agent, and nothing that a command printed.
    said = [turn["text"] for turn in request["dialogue"]["turns"] if turn["role"] == "user"]
    if not said or not isinstance(said[-1], str) or STAGE not in said[-1]:
        return deny("the user did not speak of /srv/stage")
    return {"verdict": "allow"}


def main():
    request = json.load(sys.stdin)
    if request["interface"] != "sbx.reviewer/1":
        sys.exit("this program reviews, and nothing else")
    for setting in request["settings"]:
        sys.exit(f"there is no setting {setting['key']}")
    json.dump(review(request), sys.stdout)


if __name__ == "__main__":
    main()
