// SPDX-License-Identifier: MIT
//
// What the compiler may call by itself, without a C library.
#include <cstddef>
#include <cstdint>

extern "C" {

void* memcpy(void* __restrict to, const void* __restrict from, size_t size) {
  auto* out = static_cast<unsigned char*>(to);
  const auto* in = static_cast<const unsigned char*>(from);
  while (size-- > 0)
    *out++ = *in++;
  return to;
}

void* memmove(void* to, const void* from, size_t size) {
  auto* out = static_cast<unsigned char*>(to);
  const auto* in = static_cast<const unsigned char*>(from);
  if (out <= in) {
    while (size-- > 0)
      *out++ = *in++;
  } else {
    while (size-- > 0)
      out[size] = in[size];
  }
  return to;
}

void* memset(void* to, int value, size_t size) {
  auto* out = static_cast<unsigned char*>(to);
  while (size-- > 0)
    *out++ = static_cast<unsigned char>(value);
  return to;
}

int memcmp(const void* a, const void* b, size_t size) {
  const auto* left = static_cast<const unsigned char*>(a);
  const auto* right = static_cast<const unsigned char*>(b);
  for (; size > 0; --size, ++left, ++right) {
    if (*left != *right)
      return *left < *right ? -1 : 1;
  }
  return 0;
}

}  // extern "C"
