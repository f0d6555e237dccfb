# SPDX-License-Identifier: MIT
# E-16 to E-18, F-42: protected names are kept whether they are there or not; secrets are found
# by a shallow search, templates stay writable.
# users: nonroot
# runners: bwrap landlock
mkdir -p .claude nested/deep certs secrets
for f in .env .env.local .env.example nested/deep/.env nested/deep/.env.sample certs/a.pem certs/a.key \
  secrets/x .claude/settings.json; do echo 1 >$f; done
ready
WRITE='for f in "$@"; do (echo 2 >>$f) 2>/dev/null && echo "wrote $f"; done; true'
KEPT='.env .env.local nested/deep/.env certs/a.pem certs/a.key secrets/x secrets/new .claude/settings.json
  .claude/new .factory/settings.json .vscode/tasks.json .mcp.json'
FREE='.env.example nested/deep/.env.sample nested/new'
box --protect agent-config,editor,secrets -- sh -c "mkdir -p .factory .vscode 2>/dev/null; $WRITE" sh $KEPT $FREE
if ! said_no landlock 'protected (agent-config|editor|secrets)'; then
  expect_success
  expect_text $'wrote .env.example\nwrote nested/deep/.env.sample\nwrote nested/new'
  for f in .env.example nested/deep/.env.sample; do echo 1 >$f; done
  made nested/new
fi
REFUSED=
absent .factory .vscode .mcp.json
control sh -c "$WRITE" sh $FREE .env
for f in .env .env.example nested/deep/.env.sample; do echo 1 >$f; done
rm nested/new
