#!/bin/sh
# What a mount does not hold: the caller's own open file by its /proc name, a
# FIFO outside, a directory as a stream. usage: past_mounts.sh SBX RUNNER
set -u
sbx=$1 runner=$2
lab=$(mktemp -d /var/tmp/sbx-past-XXXXXX)
trap 'rm -rf "$lab"' EXIT
mkdir "$lab/ws" "$lab/out"
cd "$lab/ws" || exit 99
failed=0
fail() { echo "FAILED: $*"; failed=1; }
echo first > "$lab/out/file"
mkfifo "$lab/out/fifo"

# Outside each of them is possible.
sh -c 'echo second > /proc/self/fd/0' < "$lab/out/file" || fail "control: reopening"
[ "$(cat "$lab/out/file")" = second ] || fail "control: the file was not written"
(timeout 10 cat "$lab/out/fifo" > "$lab/ws/got" &) ; timeout 10 sh -c "echo hello > '$lab/out/fifo'"
tries=0
while [ ! -s "$lab/ws/got" ] && [ $tries -lt 100 ]; do sleep 0.05; tries=$((tries + 1)); done
[ "$(cat "$lab/ws/got")" = hello ] || fail "control: the FIFO"

said=$("$sbx" --runner "$runner" -- sh -c 'echo third > /proc/self/fd/0' < "$lab/out/file" 2>&1)
case $said in *"Permission denied"*) ;; *) fail "reopening says: $said" ;; esac
said=$("$sbx" --runner "$runner" -- chmod 777 /proc/self/fd/0 < "$lab/out/file" 2>&1)
case $said in *"Operation not permitted"*) ;; *) fail "chmod says: $said" ;; esac
[ "$(cat "$lab/out/file")" = second ] || fail "the file was written"
said=$(timeout 10 "$sbx" --runner "$runner" -- sh -c "echo cmd > '$lab/out/fifo'" 2>&1)
case $said in *"Permission denied"*) ;; *) fail "the FIFO says: $said" ;; esac
"$sbx" --runner "$runner" -- touch ran < "$lab/out" 2> "$lab/said"
[ $? = 125 ] || fail "a directory as a stream was taken"
grep -q 'as one of its streams' "$lab/said" || fail "it says: $(cat "$lab/said")"
[ ! -e ran ] || fail "the command ran"
exit $failed
