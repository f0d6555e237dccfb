// SPDX-License-Identifier: MIT
//
// What an argument of a tool is about, by its name and its form. In doubt it is a path:
// a word that is taken for one is judged as a name in the working directory, which most
// policies allow; the other mistake would be a hole.
#ifndef SBX_CORE_ENGINE_TOOL_ARGUMENT_HPP_
#define SBX_CORE_ENGINE_TOOL_ARGUMENT_HPP_

#include <cstdint>
#include <string>
#include <string_view>

namespace sbx {

struct ToolArgument {
  enum class Kind : std::uint8_t {
    kPlain,    // neither
    kPath,     // text: the path, of a file: address decoded
    kAddress,  // http or https; text: as written
    kUnknown,  // another address, or a file: address that is not of this host
  };
  Kind kind = Kind::kPlain;
  std::string text;
};

// `name` is that of the nearest member which holds the value, or empty.
[[nodiscard]] ToolArgument ReadToolArgument(std::string_view name, std::string_view value);

}  // namespace sbx

#endif  // SBX_CORE_ENGINE_TOOL_ARGUMENT_HPP_
