# SPDX-License-Identifier: MIT
# `sbx shell` is the user's shell, confined until it ends, and its prompt says so.
needs bash dash zsh fish python3 sleep

# on_terminal STATUS COMMAND… <SCRIPT
on_terminal() {
  local ends=$1
  shift
  WHAT="(terminal) $*"
  HISTFILE= captured python3 "$SUITE/terminal.py" --ends "$ends" -- "$@"
  [ "$RC" = 0 ] || fail "the shell does not do what it should"
}
box_shell() { captured "$SBX_BIN" shell --runner "$RUNNER" "$@"; }

settings() { : >"$HOME/.zshrc"; } # else zsh asks for one

# The shell really is one where sbx is not: what is seen below is due to it alone.
work() {
  local shell
  [ "$ROUND" = plain ] || return 0
  for shell in bash dash zsh fish; do
    on_terminal 3 "$(command -v $shell)" <<END
expect [#$%>]
send touch in-$shell && echo "<\$SBX>"\\r
expect <>
send touch $LAB/out-$shell; echo "<\$SBX>"\\r
expect <>
refuse \\(sbx\\)
send exit 3\\r
wait
END
    [ -e "in-$shell" ] && [ -e "$LAB/out-$shell" ] || fail "$shell does not write"
    rm -f "$LAB/out-$shell"
  done
  rm -rf "$HOME"
}

confined() { # confined SHELL: prompt, a write inside, one outside, its status, no hint
  local ends=3 last="exit"
  # As `sbx help shell` says: dash wants to give the terminal back to a group without a number.
  if [ "$1 $RUNNER" = "dash bwrap" ]; then ends=2 last="Cannot set tty process group"; fi
  on_terminal $ends env SHELL="$(command -v "$1")" "$SBX_BIN" shell --runner "$RUNNER" <<END
expect this shell is confined .workspace-write, workspace $W.
expect \\(sbx\\) 
send touch in-$1 && echo "<\$SBX>"\\r
expect <1>
expect \\(sbx\\) 
send touch $LAB/out-$1; echo "<\$SBX>"\\r
expect (Read-only file system|Permission denied)
expect <1>
send exit 3\\r
expect $last
wait
refuse the command ended with
END
  expect_file "in-$1"
  [ ! -e "$LAB/out-$1" ] || fail "$1 wrote outside"
  rm -f "$LAB/out-$1"
}

jobs_work() { # Ctrl-Z, fg and Ctrl-C within the confined shell
  on_terminal 0 env SHELL=/bin/bash "$SBX_BIN" shell --runner "$RUNNER" --workspace "$W" <<END
expect \\(sbx\\) 
send sleep 73031\\r
state SRD sleep 73031
send \\x1a
expect Stopped
send fg\\r
state SRD sleep 73031
send \\x03
gone sleep 73031
expect \\(sbx\\) 
send exit 0\\r
wait
END
}

expect_shell() { # expect_shell OUTPUT COMMANDS [options…]: what the shell prints that reads COMMANDS
  local text=$1 commands=$2
  shift 2
  WHAT="sbx shell $* <<<'$commands'"
  box_shell "$@" <<<"$commands"
  expect_rc 0
  expect_text "$text"
  expect_quiet
}

boxed() {
  local shell
  for shell in bash dash zsh fish; do confined $shell; done
  jobs_work
  # Without a terminal it reads commands, as any shell does.
  SHELL=/bin/bash expect_shell "/bin/bash 1" 'echo "$BASH $SBX"'
  SHELL=/bin/bash expect_shell "/bin/dash" 'readlink /proc/$$/exe | sed s,/usr,,' --env SHELL=/bin/dash
  (unset SHELL && FAILURES=0 && expect_shell "sh" 'echo "${0##*/}"' && exit "$FAILURES") || FAILURES=$((FAILURES + 1))
  SHELL= expect_shell "sh" 'echo "${0##*/}"'
  SHELL=/bin/dash expect_shell "mine 0" 'echo "$PS1 $SBX"' --env PS1=mine --env SBX=0
  SHELL=/bin/bash expect_shell "ends" 'eval "$PROMPT_COMMAND"' --env PROMPT_COMMAND='echo ends'
  # No mark on what is not confined.
  SHELL=/bin/dash expect_shell "<>" 'echo "<$SBX>"' --mode danger-full-access
  # Wrong use.
  box_shell -- true
  expect_rc 125
  expect_err 'sbx \[options\] -- command'
  box_shell true
  expect_rc 125
  expect_err 'sbx shell'
  SHELL=/absent box_shell
  expect_rc 127
}
