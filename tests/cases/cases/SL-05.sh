# SPDX-License-Identifier: MIT
# SL-05: a directory that is swapped for a link all the time opens no way out.
# The same with the library's file calls comes later.
# users: nonroot
# runners: bwrap landlock
mkdir d "$S/t"
ready
RACE='mkdir -p d
(while :; do mv d d2; ln -s "$O" d; rm d; mv d2 d; done) 2>/dev/null &
i=0 refused=0
while [ $i -lt "$1" ]; do
  { echo x >d/f; } 2>/dev/null || refused=$((refused + 1))
  i=$((i + 1))
done
kill $!
echo "refused $refused"'
# The race is real: outside it leaves.
control sh -c "cd '$S/t' && for n in 1 2 3 4 5; do sh -c '$RACE' sh 4000 >/dev/null; [ -e '$O/f' ] && exit 0; done; exit 1"
rm -f "$O/f"
descriptors() { ls /proc/self/fd | wc -l; }
before=$(descriptors)
box -- sh -c "$RACE" sh 12000
expect_success
expect_out '^refused [1-9]'
absent "$O/f"
[ "$before" = "$(descriptors)" ] || fail "descriptors leaked"
rm -rf d d2
mkdir d
