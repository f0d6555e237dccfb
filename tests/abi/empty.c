/* SPDX-License-Identifier: MIT
 * Nothing of its own: a header is put in front of it. */
typedef int sbx_test_nothing;
