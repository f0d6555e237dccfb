# SPDX-License-Identifier: MIT
# TMP-02: zsh's here-documents work, with the shared and with a private temporary directory.
# users: nonroot
# runners: bwrap landlock
printf 'old\n' >f
ready
HERE=$'cat >f <<E\nnew\nE\necho rc=$?'
control zsh -fc "cd '$S' && $HERE"
for tmp in shared private; do
  printf 'old\n' >f
  box --tmp $tmp -- zsh -fc "$HERE"
  expect_success
  expect_text rc=0
  holds f new
  box --tmp $tmp -- zsh -fc 'diff =(echo a) =(echo b); cat <<<hi'
  expect_success
  expect_out '^> b$'
  expect_out '^hi$'
done
