# SPDX-License-Identifier: MIT
# E-98: a program in a hidden home is opened by itself, and what lies beside it stays hidden.
# users: root nonroot
# runners: bwrap landlock
mkdir -p "$H/bin"
for name in tool other; do
  printf '#!/bin/sh\necho %s ran\n' $name >"$H/bin/$name"
  chmod 755 "$H/bin/$name"
done
ready
control "$H/bin/other"
box --deny-read "$H" --allow-read "$H/bin/tool" -- "$H/bin/tool"
expect_success
expect_out '^tool ran$'
box --deny-read "$H" --allow-read "$H/bin/tool" -- $PROBE read "$H/bin/other"
expect_probe "read $H/bin/other" 'EACCES|ENOENT'
# The directory opens both, which is why the advice is what it is.
box --deny-read "$H" --allow-read "$H/bin" -- $PROBE read "$H/bin/other"
expect_probe "read $H/bin/other" ok
