# SPDX-License-Identifier: MIT
# An interactive bash on a terminal: job control, Ctrl-Z and fg, Ctrl-C arriving once, the
# size of the window, and an outer shell that has its terminal back afterwards.
needs bash python3 stty sleep

settings() {
  cat >"$S/count.py" <<'END'
import signal, sys, time
seen = []
signal.signal(signal.SIGINT, lambda *_: seen.append(1))
print("count-ready", flush=True)
while not seen:
    time.sleep(0.05)
time.sleep(1)
print("interrupts-%d." % len(seen), flush=True)
END
  cat >"$S/size.py" <<'END'
import os, signal
size = []
signal.signal(signal.SIGWINCH, lambda *_: size.append(os.get_terminal_size(0)))
print("size-ready", flush=True)
while not size:
    signal.pause()
print("size-%d-%d." % (size[-1].lines, size[-1].columns), flush=True)
END
}

# What is typed into an interactive bash with the prompt `inner> `.
session() {
  cat <<END
expect inner> 
refuse job control|process group|annot set
send sleep 71001\\r
front sleep 71001
send \\x1a
expect Stopped
expect inner> 
state T sleep 71001
send jobs\\r
expect Stopped +sleep 71001
expect inner> 
send fg\\r
front sleep 71001
state SRD sleep 71001
send \\x03
gone sleep 71001
expect inner> 
send echo code-\$?.\\r
expect code-130\\.
send sleep 71002 &\\r
expect \\[1\\] \\d+
send kill %1; wait; echo waited-\$?.\\r
expect waited-(0|143)\\.
gone sleep 71002
send (exit 3) | sleep 71003\\r
front sleep 71003
send \\x1a
expect Stopped
state T sleep 71003
send bg\\r
state SRD sleep 71003
send fg\\r
front sleep 71003
send \\x03
gone sleep 71003
expect inner> 
send python3 $S/count.py\\r
expect count-ready
send \\x03
expect interrupts-1\\.
expect inner> 
send python3 $S/size.py\\r
expect size-ready
resize 33x111
expect size-33-111\\.
expect inner> 
send stty size\\r
expect 33 111\\r
END
}

drive() {  # drive COMMAND…: on a terminal of its own, and the script on standard input
  WHAT="(terminal) $(printf '%q ' "$@")"
  captured python3 "$SUITE/terminal.py" --ends 0 -- "$@"
  [ "$RC" = 0 ] || fail "the terminal does not do what it should"
}

# An interactive bash is started from an interactive bash.
from_shell() {  # from_shell COMMAND…
  PS1='outer> ' HISTFILE= drive bash --norc --noprofile -i < <(
    cat <<END
expect outer> 
send modes=\$(stty -g); echo taken-\$((1+1)).\\r
expect taken-2\\.
send PS1='inner> ' $* bash --norc --noprofile -i\\r
END
    session
    if [ "$ROUND" != plain ]; then echo 'send stty -echo -icanon\r'; fi
    cat <<END
send exit 7\\r
expect outer> 
front
send echo code-\$?.\\r
expect code-7\\.
send [ "\$modes" = "\$(stty -g)" ]; echo same-\$?.\\r
expect same-0\\.
send sleep 71004\\r
front sleep 71004
send \\x1a
expect Stopped
front
send fg\\r
front sleep 71004
send \\x03
gone sleep 71004
expect outer> 
send exit 0\\r
wait
END
  )
}

# It is the first process of the terminal.
alone() {  # alone COMMAND…
  PS1='inner> ' HISTFILE= drive "$@" bash --norc --noprofile -i < <(
    session
    echo 'send exit 0\r'
    echo wait
  )
}

# Ctrl-C with no shell around: once to the command, which decides.
interrupted() {
  drive "$@" python3 "$S/count.py" <<'END'
expect count-ready
send \x03
expect interrupts-1\.
wait
END
}

all() {
  from_shell "$@"
  alone "$@"
  interrupted "$@"
}
work() { if [ "$ROUND" = plain ]; then all; fi; }
boxed() { all "$SBX_BIN" --runner "$RUNNER" --; }
