// SPDX-License-Identifier: MIT
//
// From the structs of the C interface to the values of the C++ one.
#ifndef SBX_CORE_HOST_C_OPTIONS_HPP_
#define SBX_CORE_HOST_C_OPTIONS_HPP_

#include <cstddef>
#include <cstring>
#include <string>

#include "sbx/host/engine.hpp"
#include "sbx/sbx.h"

namespace sbx::host {

// Copies what both sides know of a struct. Fails when there is none, when it is smaller
// than any draft had it (`least` bytes), or when the caller set a member that this library
// does not know.
template <typename T>
Result<T> ReadStruct(const T* from, const char* what, std::size_t least = sizeof(T)) {
  if (from == nullptr || from->size < least) {
    return Fail(SBX_E_INVALID, "use " + std::string(what), {}, "start from its INIT");
  }
  T known{};
  std::memcpy(&known, from, from->size < sizeof known ? from->size : sizeof known);
  const auto* bytes = reinterpret_cast<const unsigned char*>(from);
  for (std::size_t i = sizeof known; i < from->size; ++i) {
    if (bytes[i] == 0)
      continue;
    return Fail(SBX_E_UNSUPPORTED, "use " + std::string(what), {},
                "it asks for something that this version of sbx does not know");
  }
  return known;
}

[[nodiscard]] Result<EngineOptions> ToOptions(const sbx_host_engine_options* from);
[[nodiscard]] Result<Policy> ToPolicy(const sbx_host_policy_options* from);
[[nodiscard]] Result<Launch> ToLaunch(const sbx_host_launch* from);

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_C_OPTIONS_HPP_
