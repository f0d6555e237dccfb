# SPDX-License-Identifier: MIT
# Ctrl-Z stops a run as a whole, fg and bg go on with it, and Ctrl-C ends it: a run is a job
# of the shell that started it like any other command.
needs bash python3 sleep

jobs_of_a_shell() {  # jobs_of_a_shell COMMAND…
  WHAT="(terminal) $* sleep"
  PS1='outer> ' HISTFILE= captured python3 "$SUITE/terminal.py" --ends 0 -- bash --norc --noprofile -i <<END
expect outer> 
send $* sleep 72001\\r
front sleep 72001
state SRD sleep 72001
send \\x1a
expect Stopped
expect outer> 
front
state T sleep 72001
send echo alive-\$((1+1)).\\r
expect alive-2\\.
expect outer> 
send fg\\r
front sleep 72001
state SRD sleep 72001
send \\x1a
expect Stopped
expect outer> 
state T sleep 72001
send bg\\r
expect outer> 
state SRD sleep 72001
front
send jobs\\r
expect Running
expect outer> 
send fg\\r
front sleep 72001
send \\x03
gone sleep 72001
expect outer> 
send echo code-\$?.\\r
expect code-130\\.

# With children of its own and in a pipe.
send $* sh -c 'sleep 72002 | sleep 72003' | cat\\r
state SRD sleep 72002
state SRD sleep 72003
front sleep 72003
send \\x1a
expect Stopped
expect outer> 
state T sleep 72002
state T sleep 72003
send fg\\r
state SRD sleep 72002
state SRD sleep 72003
front sleep 72003
send \\x03
gone sleep 72003
gone sleep 72002
expect outer> 

# Stopped and then ended by its shell.
send $* sleep 72004\\r
front sleep 72004
state SRD sleep 72004
send \\x1a
expect Stopped
expect outer> 
state T sleep 72004
send kill %1; fg; echo ended-\$((1+1)).\\r
expect ended-2\\.
expect outer> 
gone sleep 72004

# The end of a pipe, the start of one whose other end reads the terminal, and both.
send sleep 72005 | $* cat\\r
front sleep 72005
front cat
send \\x1a
expect Stopped
expect outer> 
state T sleep 72005
state T cat
send fg\\r
front cat
state SRD cat
send \\x03
gone cat
gone sleep 72005
expect outer> 
send $* sh -c 'echo; sleep 72006' | sh -c 'read a; read x </dev/tty; echo got-\$x.'\\r
front sleep 72006
send hello\\r
expect got-hello\\.
send \\x03
gone sleep 72006
expect outer> 
send $* sleep 72007 | $* cat\\r
front sleep 72007
front cat
send \\x1a
expect Stopped
expect outer> 
state T sleep 72007
state T cat
send fg\\r
front sleep 72007
state SRD cat
send \\x03
gone sleep 72007
gone cat
expect outer> 
send exit 0\\r
wait
END
  [ "$RC" = 0 ] || fail "the job is not controlled as it should be"
}

work() { if [ "$ROUND" = plain ]; then jobs_of_a_shell; fi; }
boxed() { jobs_of_a_shell "$SBX_BIN" --runner "$RUNNER" --; }
