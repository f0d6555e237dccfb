// SPDX-License-Identifier: MIT
//
// SHA-256 (FIPS 180-4). Written out here because it is needed only for a
// manifest that carries a digest, and a crypto library would cost every start.
#ifndef SBX_CORE_PLUGIN_SHA256_HPP_
#define SBX_CORE_PLUGIN_SHA256_HPP_

#include <string>
#include <string_view>

namespace sbx {

// 64 lower-case hexadecimal digits.
[[nodiscard]] std::string Sha256Hex(std::string_view bytes);

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_SHA256_HPP_
