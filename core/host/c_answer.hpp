// SPDX-License-Identifier: MIT
//
// How the functions of the C interface answer: an error as a value, texts that are cut
// to the caller's room, structs as large as the caller knows them, and no exception.
#ifndef SBX_CORE_HOST_C_ANSWER_HPP_
#define SBX_CORE_HOST_C_ANSWER_HPP_

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>

#include "sbx/host/engine.hpp"
#include "sbx/sbx.h"

struct sbx_host_engine {
  std::unique_ptr<sbx::host::Engine> engine;
};
struct sbx_host_policy {
  sbx::host::ResolvedPolicy policy;
};

namespace sbx::host {

inline void Copy(std::string_view text, char* to, std::size_t size) {
  if (size == 0)
    return;
  const std::size_t length = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), length);
  to[length] = '\0';
}

// Fills as much of the caller's struct as it has.
template <typename T>
void Give(const T& from, T* to) {
  const std::uint32_t size = to->size;
  std::memcpy(to, &from, std::min<std::size_t>(size, sizeof from));
  to->size = size;
}

inline sbx_status Report(const Error& why, sbx_host_error* error) {
  if (error == nullptr)
    return why.status;
  sbx_host_error filled{};
  filled.status = why.status;
  filled.os_error = why.os_error;
  Copy(why.Sentence(), filled.sentence, sizeof filled.sentence);
  Give(filled, error);
  return why.status;
}

// No exception leaves: memory may have run out.
template <typename Body>
sbx_status Guard(sbx_host_error* error, Body body) noexcept {
  try {
    const Result<void> done = body();
    return done ? static_cast<sbx_status>(SBX_OK) : Report(done.error(), error);
  } catch (...) {
    if (error != nullptr) {
      sbx_host_error filled{};
      filled.status = SBX_E_INTERNAL;
      Copy("cannot go on: memory has run out", filled.sentence, sizeof filled.sentence);
      Give(filled, error);
    }
    return SBX_E_INTERNAL;
  }
}

inline Failure Missing(const char* what) {
  return Fail(SBX_E_INVALID, "do without " + std::string(what));
}

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_C_ANSWER_HPP_
