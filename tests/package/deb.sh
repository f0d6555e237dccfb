#!/bin/bash
# SPDX-License-Identifier: MIT
# The Debian package: built twice the same, installed into a root of its own, run
# there, and removed without a trace. Nothing of this machine's packages is touched.
. "$(dirname "$0")/lib.sh"
deb=$("$SOURCE/scripts/package" deb "$LAB/one" "$BUILD" 2>/dev/null)
again=$("$SOURCE/scripts/package" deb "$LAB/two" "$BUILD" 2>/dev/null)
cmp "$deb" "$again" || fail "the package differs from one time to the next"
command -v lintian >/dev/null || fail "lintian is missing: scripts/install-packages test"
lintian --tag-display-limit 0 --profile debian --allow-root --fail-on error,warning "$deb" || fail "lintian"

field() { dpkg-deb -f "$deb" "$1"; }
[ "$(field Package)" = sbx ] || fail "Package: $(field Package)"
[ "$(field Version)" = "$("$PREFIX/bin/sbx" version --json | sed 's/.*"version":"\([^"]*\)".*/\1/')" ] ||
  fail "Version: $(field Version)"
[ "$(field Architecture)" = "$(dpkg --print-architecture)" ] || fail "Architecture: $(field Architecture)"
[ "$(field Recommends)" = bubblewrap ] || fail "Recommends: $(field Recommends)"
# The C library is all that is needed: no package of a compiler or of Boost.
grep -qxE 'libc6 \(>= [0-9.]+\)' <<<"$(field Depends)" || fail "Depends: $(field Depends)"

# As root, or as root of a user namespace.
as_root=()
[ "$(id -u)" = 0 ] || as_root=(unshare --user --map-root-user)
root=$LAB/root
mkdir -p "$root/var/lib/dpkg/updates" "$root/var/lib/dpkg/info"
: >"$root/var/lib/dpkg/status"
apt_like() {
  "${as_root[@]}" env PATH=/usr/sbin:/usr/bin:/sbin:/bin dpkg --root="$root" --log=/dev/null --force-not-root \
    --force-depends "$@" >"$LAB/dpkg.log" 2>&1 || { cat "$LAB/dpkg.log"; fail "dpkg $*"; }
}
before=$(cd "$root" && find . -path ./var/lib/dpkg -prune -o -print | sort)
apt_like --install "$deb"
dpkg --root="$root" -s sbx | grep -q '^Status: install ok installed' || fail "it is not installed"
dpkg --root="$root" --verify sbx || fail "what is installed is not what the package has"
cd "$root/usr"
for path in bin/sbx share/man/man1/sbx.1.gz share/man/man1/sbx-run.1.gz share/bash-completion/completions/sbx \
  share/zsh/vendor-completions/_sbx share/fish/vendor_completions.d/sbx.fish share/doc/sbx/copyright \
  include/sbx/abi/plugin.h lib/cmake/sbx/sbx-config.cmake; do
  [ -s "$path" ] || fail "is not in the package: $path"
done
[ "$(find . -name 'LICENSE*')" = "" ] || fail "the licence is there twice"
works "$root/usr"
dpkg-deb -x "$deb" "$LAB/unpacked"
works "$LAB/unpacked/usr"
cd "$LAB"
apt_like --purge sbx
after=$(cd "$root" && find . -path ./var/lib/dpkg -prune -o -print | sort)
[ "$before" = "$after" ] || fail "left behind: $(diff <(echo "$before") <(echo "$after"))"
! dpkg --root="$root" -s sbx >/dev/null 2>&1 || fail "dpkg still knows it"
echo "installed, run and removed"
