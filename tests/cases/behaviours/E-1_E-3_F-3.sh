# SPDX-License-Identifier: MIT
# E-3, and on Linux E-1 and F-3: bwrap with mount and network namespaces and a seccomp filter.
# users: root nonroot
# runners: bwrap
ready
control readlink /proc/self/ns/mnt /proc/self/ns/net /proc/self/ns/pid /proc/self/ns/user /proc/self/ns/ipc
HERE=$OUT
box --net none -- readlink /proc/self/ns/mnt /proc/self/ns/net /proc/self/ns/pid /proc/self/ns/user /proc/self/ns/ipc
expect_success
[ "$(comm -12 <(sort <<<"$HERE") <(sort <<<"$OUT") | grep -c .)" = 0 ] || fail "a namespace is shared"
box --net none -- sh -c 'grep -E "^Seccomp(_filters)?:" /proc/self/status; cat /proc/net/dev | grep -c eth'
expect_out '^Seccomp:[[:space:]]*2$'
