// SPDX-License-Identifier: MIT
//
// The two things that the static helper can be. It has no C library: it starts
// in a fraction of the time, and runs in any mount namespace.
#ifndef SBX_INIT_MODES_H_
#define SBX_INIT_MODES_H_

namespace sbx::launch {

// `launcher FD`: receives programs over the stream socket `fd` and clones a
// reaper for each. Ends, with every tree that is left, when the socket does.
[[noreturn]] void RunLauncher(int socket_fd);

// `inside FD`: the first process of a wrapper's namespaces. `fd` is a memory
// file that holds a program; clones its target, collects what is left to it, and
// ends with the target's code.
[[noreturn]] void RunInside(int program_fd);

}  // namespace sbx::launch

#endif  // SBX_INIT_MODES_H_
