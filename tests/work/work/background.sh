# SPDX-License-Identifier: MIT
# A run started in the background of a terminal is a job like any other command: it can be
# brought to the front, stopped and interrupted there, and while it is in the background it
# takes nothing of what is typed at the shell.
needs bash python3 sleep cat

on_terminal() {
  WHAT="(terminal) $1"
  PS1='outer> ' HISTFILE= captured python3 "$SUITE/terminal.py" --ends 0 -- bash --norc --noprofile -i
  [ "$RC" = 0 ] || fail "the job is not controlled as it should be"
}

interrupted() {
  on_terminal "$* sleep 73001 &; fg; Ctrl-C" <<END
expect outer> 
send $* sleep 73001 &\\r
expect outer> 
state SRD sleep 73001
front
send fg\\r
front sleep 73001
send \\x03
gone sleep 73001
expect outer> 
send exit 0\\r
wait
END
}

stopped() {
  on_terminal "$* sleep 73002 &; fg; Ctrl-Z; bg; fg; Ctrl-C" <<END
expect outer> 
send $* sleep 73002 &\\r
expect outer> 
state SRD sleep 73002
send fg\\r
front sleep 73002
send \\x1a
expect Stopped
expect outer> 
state T sleep 73002
send bg\\r
expect outer> 
state SRD sleep 73002
send fg\\r
front sleep 73002
send \\x03
gone sleep 73002
expect outer> 
send exit 0\\r
wait
END
}

# What reads the terminal from the background is stopped, not served.
typed() {
  on_terminal "$* cat &; what is typed goes to the shell; fg" <<END
expect outer> 
send $* cat &\\r
expect outer> 
state T cat
send echo shell-\$((1+1)).\\r
expect shell-2\\.
send fg\\r
front cat
send line\\r
expect line\\s+line
send \\x04
gone cat
expect outer> 
send exit 0\\r
wait
END
}

all() {
  interrupted "$@"
  stopped "$@"
  typed "$@"
}
work() { if [ "$ROUND" = plain ]; then all; fi; }
boxed() { all "$SBX_BIN" --runner "$RUNNER" --; }
