// SPDX-License-Identifier: MIT
//
// The configuration as people and programs read it.
#ifndef SBX_CLI_CONFIG_TEXT_HPP_
#define SBX_CLI_CONFIG_TEXT_HPP_

#include <string>
#include <vector>

#include "cli/request.hpp"

namespace sbx::cli {

// What one setting says, in one line: "read-only", "2G", "[\"/a\", \"/b\"]".
[[nodiscard]] std::string ValueText(const config::Key& key, const config::Setting& setting);

// The merged policy as a document that says the same, all paths absolute or from a
// root on, so that --config takes it anywhere.
[[nodiscard]] std::string EffectiveDocument(const config::Merged& merged);

// Every layer's value, the operator, and what counts.
[[nodiscard]] std::string Explanation(const Request& request, const config::Key& key);
[[nodiscard]] std::string ExplanationJson(const Request& request,
                                          const std::vector<const config::Key*>& keys);

}  // namespace sbx::cli

#endif  // SBX_CLI_CONFIG_TEXT_HPP_
