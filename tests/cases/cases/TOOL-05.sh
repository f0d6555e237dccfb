# SPDX-License-Identifier: MIT
# TOOL-05: signing works with the grants that it needs, while the key itself cannot be read.
# The preset and the hint in the denial come later and are left out.
# users: nonroot
# runners: bwrap landlock
export GNUPGHOME=$H/g
mkdir -m 700 "$GNUPGHOME"
cleanup() { gpgconf --kill all 2>/dev/null; }
control gpg -q --batch --passphrase '' --quick-gen-key t@example.test ed25519 sign never
KEY=$(ls "$GNUPGHOME"/private-keys-v1.d/*.key | head -n 1)
[ -s "$KEY" ] || void "no key"
ready
SIGN='echo x | gpg --batch --no-tty -abs'
control sh -c "$SIGN"
expect_out 'BEGIN PGP SIGNATURE'
box --allow-write "$GNUPGHOME" --allow-socket "$GNUPGHOME/S.gpg-agent" --deny-read "$GNUPGHOME/private-keys-v1.d" -- sh -c "$SIGN; cat '$KEY'"
if ! said_no landlock 'deny-read'; then
  expect_out 'BEGIN PGP SIGNATURE'
  expect_refused "$(basename "$KEY"): (Permission denied|No such file or directory)"
fi
# Without the grants: no signature by the agent outside.
box -- sh -c "$SIGN"
expect_no_out 'BEGIN PGP SIGNATURE'
expect_refused '(gpg: |agent)'
control sh -c "$SIGN" # the agent is alive
