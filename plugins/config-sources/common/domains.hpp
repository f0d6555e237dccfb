// SPDX-License-Identifier: MIT
//
// Domains: entries of lists of destinations, as sandbox-runtime and what is built on it
// write them: "example.com", "*.example.com", each perhaps with ":443".
#ifndef SBX_PLUGINS_CONFIG_SOURCES_COMMON_DOMAINS_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_COMMON_DOMAINS_HPP_

#include <string>
#include <string_view>

#include "plugins/config-sources/common/translation.hpp"

namespace sbx::sources {

enum class Entries : std::uint8_t {
  kAllowed,  // no "*", and a wildcard only in front of two labels and more
  kDenied,   // these, "*", and any wildcard
};

// Says the list `name` of `object` under `key`, trimmed and each entry once. An entry
// that cannot be said is an error, because what it denies would be left open, and what
// it allows was meant to be reached.
void SayDomains(Translation& translation, const Json& object, std::string_view path,
                std::string_view name, std::string_view key, Entries entries);

// `text` without blanks around it.
[[nodiscard]] std::string Trimmed(std::string_view text);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_COMMON_DOMAINS_HPP_
