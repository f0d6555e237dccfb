# SPDX-License-Identifier: MIT
# CAP-01: root inside the runner keeps no capability and cannot make / writable again.
# users: root
# runners: bwrap
printf 'before\n' >"$O/kept"
ready
control sh -c 'grep -q "^CapEff:.*[1-9a-f]" /proc/self/status'
control unshare -m $PROBE remount /
control sh -c "echo probe >>'$O/kept' && printf 'before\n' >'$O/kept'"

box -- grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs):' /proc/self/status
expect_success
for set in CapInh CapPrm CapEff CapBnd CapAmb; do expect_out "^$set:[[:space:]]*0+$"; done
expect_out '^NoNewPrivs:[[:space:]]*1$'

box -- $PROBE remount / , write "$O/escaped" , write "$O/kept"
expect_probe 'remount /' EPERM
expect_probe "write $O/escaped" 'EROFS|EACCES'
expect_probe "write $O/kept" 'EROFS|EACCES'
absent "$O/escaped"
holds "$O/kept" before
