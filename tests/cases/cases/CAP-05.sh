# SPDX-License-Identifier: MIT
# CAP-05: the host's devices keep their mode and owner.
# users: root
# runners: bwrap
# The "host's" devices are copies in the test's own mount namespace, so that a
# failure harms nobody.
[ -n "$OWN_TMP" ] || void "needs a mount namespace of its own"
mkdir "$S/dev"
mount -t tmpfs -o mode=755 lab "$S/dev" || void "mount"
for device in null zero full random urandom tty; do cp -a "/dev/$device" "$S/dev/"; done
mkdir "$S/dev/pts" "$S/dev/shm"
chmod 1777 "$S/dev/shm"
mount --move "$S/dev" /dev || mount --bind "$S/dev" /dev || void "mount"
ready
modes() { stat -c '%n %a %u %g' /dev/null /dev/zero /dev/full /dev/urandom; }
before=$(modes)
control sh -c "chmod 640 /dev/full && chown 1:1 /dev/full && [ \"\$(stat -c '%a %u' /dev/full)\" = '640 1' ]"
chmod 666 /dev/full && chown 0:0 /dev/full

for device in null zero full urandom; do
  box -- sh -c "chmod 444 /dev/$device; chown 1:1 /dev/$device; true"
  expect_success
done
[ "$before" = "$(modes)" ] || fail "the devices changed from"$'\n'"$before"$'\n'"to"$'\n'"$(modes)"
box -- sh -c 'echo x >/dev/null && head -c 3 /dev/zero | wc -c && head -c 1 /dev/urandom | wc -c'
expect_success
expect_text $'3\n1'
