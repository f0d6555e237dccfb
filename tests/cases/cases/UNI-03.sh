# SPDX-License-Identifier: MIT
# UNI-03: very long paths and argument lists work as far as plain exec does.
# users: nonroot
# runners: bwrap landlock
ready
p=$H
for _ in $(seq 16); do p=$p/$(printf 'x%.0s' $(seq 240)); done
[ ${#p} -lt 4000 ] || p=${p:0:3990}
mkdir -p "$p" || void "mkdir"
(cd "$p" && exec pwd) >"$S/pwd" || void "cd"
cd "$p" || void cd
box -- sh -c 'pwd && echo a >f && cat f'
expect_success
expect_text "$p"$'\na'
box --deny-write "$p/f" -- sh -c 'echo b >f'
said_no landlock deny-write || expect_refused 'f: (Read-only file system|Permission denied)'
holds "$p/f" a
cd "$W" || void cd
rm -rf "$H"/x*

cat >"$S/long.py" <<'PYTHON'
# Runs the program of sbx with N arguments, or with one variable of N bytes; a plain exec as the control.
import os, subprocess, sys
kind, number, box = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
words, environment = [], dict(os.environ)
if kind == "words": words = [str(i) for i in range(100000, 100000 + number)]
else: environment["X"] = "a" * number
command = ["/bin/sh", "-c", "echo $# ${#X}", "sh"] + words
def run(command):
    try:
        p = subprocess.run(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        return p.returncode, p.stdout.decode().strip(), p.stderr.decode().strip()
    except OSError as error:
        return "exec", "", error.strerror
print(" ".join(map(str, ("plain", *run(command)))).strip())
print(" ".join(map(str, ("boxed", *run(box + ["--"] + command)))).strip())
PYTHON
for size in "words 100000" "bytes 120000" "words 130000"; do
  plain $PY -SE "$S/long.py" $size $BOX
  number=${size#* }
  [ "${size%% *}" = words ] && answer="$number 0" || answer="0 $number"
  grep -qx "plain 0 $answer" <<<"$OUT" || { fail "$size"; void "plain exec does not take it"; }
  if [ "$size" = "words 130000" ]; then # near the limit: or said in so many words
    grep -qxE "boxed (0 $answer|12[56] .*([Aa]rgument|too l(ong|arge)).*)" <<<"$OUT" || fail "$size"
  else
    grep -qx "boxed 0 $answer" <<<"$OUT" || fail "$size"
  fi
done
# Rules are not cut off: the last of many counts.
RULES=()
for i in $(seq 200); do RULES+=(--allow-write "$H/many/$i"); done
mkdir -p "$H"/many/{1..200} "$H/many/other"
box "${RULES[@]}" -- $PROBE write "$H/many/1/f" , write "$H/many/200/f" , write "$H/many/other/f"
expect_probe "write $H/many/1/f" ok
expect_probe "write $H/many/200/f" ok
expect_probe "write $H/many/other/f" 'EROFS|EACCES'
