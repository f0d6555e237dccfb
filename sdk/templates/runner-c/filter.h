/* SPDX-License-Identifier: MIT
 *
 * A seccomp filter under which no file can be marked setuid or setgid. The host
 * takes away what a program could gain by such a file; that none is left behind
 * for others to run is for the runner to see to.
 */
#ifndef FILTER_H_
#define FILTER_H_

#include <linux/filter.h>
#include <stddef.h>

enum { kMostInstructions = 128 };

/* Fills `filter` and returns how many instructions it has. */
size_t BuildFilter(struct sock_filter filter[kMostInstructions]);

#endif /* FILTER_H_ */
