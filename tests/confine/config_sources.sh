#!/bin/bash
# SPDX-License-Identifier: MIT
# Settings as the documentation of each system shows them, given to sbx unchanged: what
# may be read, written and reached, and what not. usage: config_sources.sh SBX RUNNER
set -u
sbx=$1 runner=$2
lab=$(mktemp -d /var/tmp/sbx-sources-XXXXXX)
export HOME=$lab/home
unset XDG_CONFIG_HOME XDG_STATE_HOME PI_CODING_AGENT_DIR TMPDIR
shared=/tmp/sbx-sources-$$
listener=
trap '[ -z "$listener" ] || kill "$listener"; rm -rf "$lab" "$shared"' EXIT
mkdir -p "$HOME"/{.ssh,cache,sensitive,tools,.factory,.pi/agent/extensions/pi-sandbox} "$lab/ws"/{.git/hooks,src,secrets}
echo key >"$HOME/.ssh/id"
echo tool >"$HOME/tools/tool"
cd "$lab/ws" || exit 99
echo old >.env
failed=0
fail() { echo "FAILED: $*"; failed=1; }

python3 -c 'import socket, time
s = socket.socket(); s.bind(("127.0.0.1", 0)); s.listen(64)
print(s.getsockname()[1], flush=True); time.sleep(120)' >"$lab/port" &
listener=$!
for _ in $(seq 100); do [ -s "$lab/port" ] && break; sleep 0.05; done
port=$(cat "$lab/port")

# promised SOURCE "may …" "must not …": each word is tried inside one run.
cat >"$lab/try" <<'TRY'
for word; do
  what=${word%%:*} where=${word#*:}
  case $what in
    read) cat "$where" >/dev/null 2>&1 ;;
    write) if [ -d "$where" ]; then (echo x >"$where/new") 2>/dev/null; else (echo x >"$where") 2>/dev/null; fi ;;
    reach) (exec 3<>"/dev/tcp/127.0.0.1/$where") 2>/dev/null ;;
  esac && echo "$word yes" || echo "$word no"
done
TRY
promised() {
  local source=$1 yes=$2 no=$3 said
  # shellcheck disable=SC2086
  said=$("$sbx" --quiet --runner "$runner" --config-source "$source" -- bash "$lab/try" $yes $no 2>"$lab/err")
  for word in $yes; do grep -qxF "$word yes" <<<"$said" || fail "$source: $word is refused: $(cat "$lab/err")"; done
  for word in $no; do grep -qxF "$word no" <<<"$said" || fail "$source: $word is not refused: $said $(cat "$lab/err")"; done
}
# refused SOURCE TEXT: nothing is run, and it says why.
refused() {
  "$sbx" --quiet --runner "$runner" --config-source "$1" -- touch "$lab/ran" 2>"$lab/err"
  [ $? = 125 ] && [ ! -e "$lab/ran" ] || fail "$1: it ran"
  grep -q "$2" "$lab/err" || fail "$1 says: $(cat "$lab/err")"
}
bash "$lab/try" "reach:$port" "read:$HOME/.ssh/id" "write:$HOME" "write:$HOME/sensitive" | grep -q " no" && fail "control: outside"

# pi: everything is readable, the workspace and /tmp are writable, the network is open.
cat >"$HOME/.pi/agent/pi-sandbox.json" <<'END'
{
  "mode": "workspace-write",
  "runnerCommand": null,
  "runnerFailureSignatures": null,
  "probeTimeoutMs": 5000,
  "approvalMode": "auto-review",
  "autoReview": {"model": "CURRENT", "thinkingLevel": "CURRENT"}
}
END
mkdir .pi
echo '{"mode": "danger-full-access", "approvalMode": "allow-all"}' >.pi/pi-sandbox.json
promised pi "read:$HOME/.ssh/id write:$lab/ws write:$shared reach:$port" "write:$HOME write:$HOME/.pi/agent/pi-sandbox.json"
echo '{"mode": "read-only"}' >.pi/sandbox.json
rm .pi/pi-sandbox.json
promised pi "read:$HOME/.ssh/id" "write:$lab/ws write:$shared write:$HOME"
rm -r .pi

# pi-srt: home is hidden but for what is listed, temporary files are private, and what no
# list allows is not reached.
cat >"$HOME/.pi/agent/extensions/pi-sandbox/config.json" <<END
{
  "subagents": {"provider": "builtin"},
  "filesystem": {"additionalAllowRead": ["$HOME/tools/tool"]},
  "network": {"strictAllowlist": true, "allowedDomains": ["inference.example.com:443"], "deniedDomains": []},
  "hostIPC": {"mode": "off"}
}
END
rm -f "$shared"
promised pi-srt "read:$HOME/tools/tool write:$lab/ws" "read:$HOME/.ssh/id write:$HOME reach:$port"
"$sbx" --quiet --runner "$runner" --config-source pi-srt -- sh -c "echo x >$shared; echo x >\$TMPDIR/file" 2>/dev/null ||
  fail "pi-srt: no temporary file can be written"
[ ! -e "$shared" ] || fail "pi-srt: a temporary file of everybody's was written"
echo '{"network": {"deniedDomain": []}}' >"$HOME/.pi/agent/extensions/pi-sandbox/config.json"
refused pi-srt "config.json:1:14'; the key 'network.deniedDomain' is not known"

# droid: everything is readable but what is denied; the workspace and what is allowed.
cat >"$HOME/.factory/settings.json" <<'END'
{
  // of Droid's own
  "model": "sonnet",
  "sandbox": {
    "enabled": true,
    "filesystem": {
      "allowWrite": ["~/cache"],
      "denyRead": ["~/.ssh"],
    },
    "network": {"allowedDomains": ["registry.npmjs.org"]},
  },
}
END
promised droid "read:$HOME/tools/tool write:$lab/ws write:$HOME/cache" \
  "read:$HOME/.ssh/id write:$HOME write:$shared write:$HOME/.factory/settings.json reach:$port"

# srt: nothing is writable or reached that is not listed.
settings() { echo "{\"network\": {\"allowedDomains\": [], \"deniedDomains\": []}, \"filesystem\": {$1}}" >"$HOME/.srt-settings.json"; }
promised srt "read:$HOME/.ssh/id" "write:$lab/ws write:$shared reach:$port"
settings '"denyRead": [], "allowWrite": ["."], "denyWrite": ["~/sensitive"]'
promised srt "read:$HOME/.ssh/id write:$lab/ws" "write:$HOME/sensitive write:$HOME write:$shared reach:$port"
settings "\"denyRead\": [\"$HOME\"], \"allowRead\": [\".\"], \"allowWrite\": [\"src/\", \"none/\"], \"denyWrite\": []"
promised srt "read:$lab/ws/.env write:$lab/ws/src" "read:$HOME/.ssh/id write:$lab/ws write:$lab/ws/.env"
settings '"denyRead": ["~/.ssh"], "allowWrite": [".", "src/", "test/"], "denyWrite": [".env", "secrets/"]'
if [ "$runner" = landlock ]; then # which cannot deny inside what it allows
  refused srt "denyWrite"
else
  promised srt "write:$lab/ws write:$lab/ws/src" "write:$lab/ws/.env write:$lab/ws/secrets read:$HOME/.ssh/id"
fi
# What is given to srt with --settings, from where the caller is; its own file is not read then.
settings '"denyRead": ["~/tools"], "allowWrite": ["."], "denyWrite": []'
mkdir "$lab/mine"
sed 's,~/tools,~/sensitive,' "$HOME/.srt-settings.json" >"$lab/mine/one.json"
chmod 644 "$lab/mine/one.json"
echo x >"$HOME/sensitive/file"
(cd .. && promised "srt=mine/one.json" "read:$HOME/tools/tool" "read:$HOME/sensitive/file write:$HOME" && exit $failed) || failed=1
cp "$lab/mine/one.json" one.json
promised "srt=one.json" "read:$HOME/tools/tool" "read:$HOME/sensitive/file write:$lab/ws"
refused "srt=none.json" "ws/none.json'; it is not there"
[ "$(cat .env)" = old ] || fail "srt: .env was changed"
exit $failed
