# SPDX-License-Identifier: MIT
# TOOL-07: programs that make a sandbox of their own fail in a way that can be recognised.
# Chromium is left out: it is not among the test packages.
# users: nonroot
# runners: bwrap landlock
ready
control unshare -Urm true
control bwrap --ro-bind / / true
box -- unshare -Urm true
expect_refused 'unshare.*(Operation not permitted|Function not implemented)'
box -- bwrap --ro-bind / / true
expect_refused '(Operation not permitted|Function not implemented|namespace|No permissions)'
[ -f "$SUITE/security.md" ] && grep -qi 'namespace' "$SUITE/security.md" ||
  fail "docs/security.md does not say that namespaces cannot be made inside"
