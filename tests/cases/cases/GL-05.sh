# SPDX-License-Identifier: MIT
# GL-05: **/.env is about the whole workspace, not about the working directory.
# users: nonroot
# runners: bwrap landlock
mkdir -p a/b
for d in . a a/b; do echo SECRET >$d/.env; done
ready
cd a
TRY='cat .env ../.env b/.env; echo x >>../.env'
box --patterns existing --workspace "$W" --deny-read '**/.env' -- sh -c "$TRY"
said_no landlock '\.env' || expect_refused 'Permission denied|Read-only file system'
expect_no_out SECRET
control cat .env ../.env b/.env
