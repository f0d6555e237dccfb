// SPDX-License-Identifier: MIT
//
// The contract of sbx.config-source/1, held against a plugin: what it does with files
// that are absent, no files, garbage, too large or never end, in places that it named
// itself. Whether it understands its format is not for this suite to say; that it
// passes over nothing in silence is.
#ifndef SBX_CORE_CONFORMANCE_SOURCE_CONTRACT_HPP_
#define SBX_CORE_CONFORMANCE_SOURCE_CONTRACT_HPP_

#include <string>
#include <vector>

#include "core/conformance/check.hpp"

namespace sbx {

// `folder` is a private one, where a home and a workspace are made, and may be left.
[[nodiscard]] std::vector<ContractCheck> CheckConfigSource(const Subject& subject,
                                                           const std::string& folder,
                                                           const Trial& trial = {});

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_SOURCE_CONTRACT_HPP_
