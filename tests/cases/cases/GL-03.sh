# SPDX-License-Identifier: MIT
# GL-03: relative rules deny, in every spelling; they start from the working directory.
# users: nonroot
# runners: bwrap landlock
mkdir tmp sub && echo secret >tmp/k
ready
for spelling in ./tmp tmp 'tmp/**' 'tmp/*' '**/tmp/*' 't[m]p' '*/k'; do
  box --patterns existing --deny-read "$spelling" -- cat tmp/k
  said_no landlock 'tmp|k' || expect_refused 'Permission denied'
  REFUSED=
  expect_no_out secret
done
cd sub
box --workspace .. --deny-read ../tmp -- cat ../tmp/k
said_no landlock tmp || expect_refused 'Permission denied'
REFUSED=
expect_no_out secret
cd ..
control cat tmp/k
