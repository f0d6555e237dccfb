#!/bin/bash
# SPDX-License-Identifier: MIT
# `cmake --install` is complete, and what it installs works wherever it is moved.
. "$(dirname "$0")/lib.sh"
rm -rf "$PREFIX"
cmake --install "$BUILD" --prefix "$PREFIX" >/dev/null
cd "$PREFIX"
for path in bin/sbx libexec/sbx/sbx-{init,verbs,attack} lib/sbx/plugins/libsbx-{bwrap,landlock}.so \
  lib/sbx/plugins/{bwrap,landlock,native,pi,pi-srt,droid,srt}.sbxplugin.json \
  lib/sbx/plugins/libsbx-{native,pi,pi-srt,droid,srt}.so lib/cmake/sbx/sbx-config{,-version}.cmake \
  lib/pkgconfig/sbx-{sdk,host}.pc lib/libsbx-host.a share/bash-completion/completions/sbx share/zsh/site-functions/_sbx \
  share/fish/vendor_completions.d/sbx.fish share/sbx/policy.schema.json share/doc/sbx/{ABI.md,LICENSE,README.md,sbx.spdx.json}; do
  [ -s "$path" ] || fail "is not installed: $path"
done
diff <(cd "$SOURCE/sdk/include" && find . -type f | sort) <(cd include && find . -type f | sort) ||
  fail "the headers are not those of the source"
diff <(cd "$SOURCE/docs" && ls -- *.md) <(ls share/doc/sbx/docs) || fail "the documents are not those of the source"
diff -r "$SOURCE/sdk/templates" share/sbx/templates || fail "the templates are not those of the source"
diff -r "$SOURCE/sdk/schema" share/sbx/schema || fail "the schemas are not those of the source"
[ -x share/sbx/templates/reviewer-py/reviewer.py ] || fail "the program among the templates cannot be run"
[ "$(ls)" = $'bin\ninclude\nlib\nlibexec\nshare' ] || fail "something else is installed: $(ls)"
found=$(find . -perm /022 ! -type l) # a manifest that others may change would be refused
[ -z "$found" ] || fail "others may change: $found"

# What is installed is what the program prints, a page for each verb among it.
PATH=$PREFIX/bin:$PATH
diff <(sbx config schema) share/sbx/policy.schema.json
diff <(sbx completion bash) share/bash-completion/completions/sbx
diff <(sbx completion zsh) share/zsh/site-functions/_sbx
diff <(sbx completion fish) share/fish/vendor_completions.d/sbx.fish
verbs=$(sbx help | sed -n '/^Verbs:/,/^$/s/^  \([a-z]*\) .*/\1/p')
[ "$(wc -w <<<"$verbs")" -gt 5 ] || fail "no verbs"
for verb in $verbs; do diff <(sbx help --man "$verb") "share/man/man1/sbx-$verb.1"; done
[ "$(find share/man -type f | wc -l)" = $(($(wc -w <<<"$verbs") + 1)) ] || fail "other pages"
MANPATH=$PREFIX/share/man man sbx run >/dev/null || fail "man sbx run finds no page"
bash --norc -c 'source share/bash-completion/completions/sbx && complete -p sbx' >/dev/null

works "$PREFIX"
mv "$PREFIX" "$LAB/moved"
works "$LAB/moved"
expect 0 "^held" bash -c "'$LAB/moved/bin/sbx' doctor --runner landlock --json | grep -q '\"held\":\"held\"' && echo held"
# Without the part for the other verbs a run is as it was, and they say what is missing.
cd "$LAB/moved"
mv libexec/sbx/sbx-verbs "$LAB/"
bin/sbx -q --mode read-only -- true || fail "a run needs sbx-verbs"
for words in '' status 'run --help' --version; do
  rc=0
  # shellcheck disable=SC2086 # words
  said=$(bin/sbx $words 2>&1) || rc=$?
  [[ $rc = 125 && $said == *"libexec/sbx/sbx-verbs'"*"the installation is not complete"* ]] ||
    fail "sbx $words without its verbs: $rc $said"
done
mv "$LAB/sbx-verbs" libexec/sbx/
mv "$LAB/moved" "$PREFIX"
echo "installed, moved and run"
