#!/bin/sh
# SPDX-License-Identifier: MIT
# count_exports.sh NM FOLDER: every plugin in FOLDER defines one dynamic symbol.
set -eu
nm=$1
found=0
for library in "$2"/*.so; do
  [ -e "$library" ] || continue
  found=$((found + 1))
  symbols=$("$nm" -D --defined-only --format=posix "$library" | cut -d' ' -f1)
  if [ "$symbols" != sbx_plugin_entry_v1 ]; then
    echo "$library exports:" "$symbols" >&2
    exit 1
  fi
done
if [ "$found" -eq 0 ]; then
  echo "no plugin in $2" >&2
  exit 1
fi
echo "$found plugins, one symbol each"
