# SPDX-License-Identifier: MIT
# Y-122: restricted commands get LC_MESSAGES=C and no LC_ALL; LANG and LC_CTYPE stay.
# users: root nonroot
# runners: bwrap landlock
ready
control env LC_ALL=de_DE.UTF-8 sh -c 'test "$LC_ALL" = de_DE.UTF-8'
plain env LC_ALL=de_DE.UTF-8 LC_MESSAGES=de_DE.UTF-8 LANG=de_DE.UTF-8 LC_CTYPE=de_DE.UTF-8 LANGUAGE=de OTHER=1 $BOX -- env
expect_success
expect_out '^LC_MESSAGES=C$'
expect_no_out '^LC_ALL='
expect_out '^LANG=de_DE.UTF-8$'
expect_out '^LC_CTYPE=de_DE.UTF-8$'
expect_out '^OTHER=1$'
