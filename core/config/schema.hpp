// SPDX-License-Identifier: MIT
//
// The JSON Schema of a policy document (draft 2020-12), made from the table of
// keys: what `sbx config schema` prints and an installation has.
#ifndef SBX_CORE_CONFIG_SCHEMA_HPP_
#define SBX_CORE_CONFIG_SCHEMA_HPP_

#include <string>

namespace sbx::config {

[[nodiscard]] std::string SchemaText();

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_SCHEMA_HPP_
