// SPDX-License-Identifier: MIT
//
// Vector: the words of bwrap for a layout, as data. Objects are named by
// descriptor, so that bwrap mounts what was resolved and ends when something
// else stands at the destination; the words themselves go through a descriptor
// too (--args), so that no path appears in an argument list and none is too long.
#ifndef SBX_PLUGINS_BWRAP_VECTOR_HPP_
#define SBX_PLUGINS_BWRAP_VECTOR_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "plugins/bwrap/layout.hpp"

namespace sbx::bwrap {

struct Words {
  std::vector<std::string> words;
  // The mounts whose objects are passed, by index into Layout::mounts. The
  // first is descriptor SBX_WRAP_FD_BASE + 1 of the wrapper; the number before
  // it holds the words.
  std::vector<std::size_t> objects;
};

// `network_namespace`: whether the target gets a network of its own (none).
[[nodiscard]] Words BuildWords(const Layout& layout, const Facts& facts, bool network_namespace,
                               const Weaken& weaken = {});

// The same mounts as a command line for a POSIX shell, with objects named by
// path and without what only makes sense with a helper of ours as the command
// or with the host, who holds absent names.
[[nodiscard]] std::string ShellLine(const std::vector<std::string>& program, const Layout& layout,
                                    const Facts& facts, bool network_namespace,
                                    const std::vector<std::string>& command);

// One word, quoted where a shell would change it.
[[nodiscard]] std::string ShellQuote(std::string_view word);

// What bwrap reads from the descriptor of --args.
[[nodiscard]] std::string JoinWithNul(const std::vector<std::string>& words);

}  // namespace sbx::bwrap

#endif  // SBX_PLUGINS_BWRAP_VECTOR_HPP_
