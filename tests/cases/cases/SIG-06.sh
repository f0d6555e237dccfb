# SPDX-License-Identifier: MIT
# SIG-06: arguments arrive byte for byte and the exit code is the command's.
# users: nonroot
# runners: bwrap landlock
ready
code() {
  local wanted=$1
  shift
  box "$@"
  expect_rc "$wanted"
}
code 7 -- sh -c 'exit 7'
code 255 -- sh -c 'exit 255'
code 0 -- true
code 143 -- sh -c 'kill -TERM $$'
code 137 -- sh -c 'kill -KILL $$'
code 139 -- sh -c 'ulimit -c 0; kill -SEGV $$'
code 127 -- /nope
expect_err '/nope.*(No such file|not found)'
code 127 -- no-such-command-anywhere
code 126 -- /etc/passwd
expect_err '/etc/passwd.*(Permission denied|ot executable)'
code 126 -- /etc
code 127 -- -x
expect_no_err '(option|usage)'
code 127 -- ''
code 125 --no-such-option -- true
code 125 -- 
WORDS=('a b' '' '$HOME' "q'q" '*' $'n\nl' '"' '\' $'\t' $'\xff\xfe' '--' '-x' '--net' 'none' $'caf\xc3\xa9')
control $PY -SE -c 'import os,sys; print([os.fsencode(a).hex() for a in sys.argv[1:]])' "${WORDS[@]}"
WANTED=$OUT
box -- $PY -SE -c 'import os,sys; print([os.fsencode(a).hex() for a in sys.argv[1:]])' "${WORDS[@]}"
expect_success
expect_text "$WANTED"
# argv[0] is what was written.
box -- sh -c 'tr "\0" "|" </proc/$$/cmdline'
expect_out '^sh\|-c\|'
# A script without a first line, as a shell would.
printf 'echo script-ran\n' >script
chmod +x script
box -- ./script
[ "$RC" = 0 ] || [ "$RC" = 126 ] || fail "expected exit 0 or 126, got $RC"
rm script
