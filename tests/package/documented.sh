#!/bin/bash
# SPDX-License-Identifier: MIT
# docs/plugins.md, followed to the letter by somebody who has the package and nothing
# else of sbx.
. "$(dirname "$0")/lib.sh"
cp -a "$PREFIX" "$LAB/prefix"
env -i HOME="$LAB" PATH="$LAB/prefix/bin:$PATH" LC_ALL=C.UTF-8 \
  python3 "$here/documented.py" "$LAB/prefix/share/doc/sbx/docs/plugins.md" "$LAB"
