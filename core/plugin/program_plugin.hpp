// SPDX-License-Identifier: MIT
//
// ProgramPlugin: a reviewer or a config source that is a program of its own, asked by
// one JSON document and answering by one. What it may not do is decided here once
// for both: run longer, say more, end in another way than by 0.
#ifndef SBX_CORE_PLUGIN_PROGRAM_PLUGIN_HPP_
#define SBX_CORE_PLUGIN_PROGRAM_PLUGIN_HPP_

#include <chrono>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>

#include "core/platform/program.hpp"
#include "core/plugin/registry.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// Why there is no answer to be read, or that there is one.
struct ProgramAnswer {
  enum class End : std::uint8_t { kAnswered, kUnavailable, kTimedOut, kStopped, kTooMuch };
  End end = End::kUnavailable;
  std::string output;  // when answered: all that it printed
  std::string why;     // else: one clause, "it ended with status 1: no model"
};

class ProgramPlugin {
 public:
  // `plugin` is a program; `home` is what it is told as HOME. Its environment has
  // besides that PATH and LANG, and nothing of the host's.
  ProgramPlugin(LoadedPlugin plugin, const std::string& home);

  [[nodiscard]] const std::string& id() const { return plugin_.id; }

  // [any] Blocks until it has ended or was ended.
  [[nodiscard]] ProgramAnswer Ask(std::string_view document, std::chrono::milliseconds patience,
                                  std::size_t most_output, const std::stop_token& stop) const;

 private:
  LoadedPlugin plugin_;
  std::vector<std::string> env_;
};

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_PROGRAM_PLUGIN_HPP_
