// SPDX-License-Identifier: MIT
//
// Where exceptions are kept. The standard library sets 72 KiB aside at the start of
// every program and plugin for those that are thrown when memory has run out: here
// such a one ends the process instead, which is what closes fastest. The runtime only
// asks that its own header, of a size it does not publish (128 bytes on x86_64 and
// aarch64), fits before the object and is zero.
#include <cstddef>
#include <cstdlib>
#include <exception>

namespace {

constexpr std::size_t kHeader = 256;

void* Allocate(std::size_t size) noexcept {
  void* memory = std::calloc(1, size);
  if (memory == nullptr)
    std::terminate();
  return memory;
}

}  // namespace

extern "C" {

void* __cxa_allocate_exception(std::size_t size) noexcept {
  return static_cast<char*>(Allocate(kHeader + size)) + kHeader;
}

void __cxa_free_exception(void* object) noexcept {
  std::free(static_cast<char*>(object) - kHeader);
}

void* __cxa_allocate_dependent_exception() noexcept {
  return Allocate(kHeader);
}

void __cxa_free_dependent_exception(void* object) noexcept {
  std::free(object);
}
}
