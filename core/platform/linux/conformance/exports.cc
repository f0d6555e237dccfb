// SPDX-License-Identifier: MIT
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "core/platform/conformance.hpp"
#include "sbx/plugin/unique_fd.hpp"

namespace sbx {
namespace {

using Header = ElfW(Ehdr);
using Section = ElfW(Shdr);
using Symbol = ElfW(Sym);

constexpr off_t kLargest = off_t{256} << 20;

Result<std::string> Bytes(const std::string& path) {
  const UniqueFd fd(open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat info {};
  if (!fd.valid() || fstat(fd.get(), &info) != 0)
    return FailOs(errno, "open the library", path);
  if (info.st_size > kLargest)
    return Fail(SBX_E_INVALID, "read the library", path, "it is larger than 256 MiB");
  std::string bytes(static_cast<std::size_t>(info.st_size), '\0');
  std::size_t have = 0;
  while (have < bytes.size()) {
    const ssize_t got = read(fd.get(), bytes.data() + have, bytes.size() - have);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return FailOs(got < 0 ? errno : EIO, "read the library", path);
    have += static_cast<std::size_t>(got);
  }
  return bytes;
}

// The value at `offset`, or nothing when the file ends before.
template <typename T>
bool Take(const std::string& bytes, std::uint64_t offset, T* value) {
  if (offset > bytes.size() || bytes.size() - offset < sizeof(T))
    return false;
  std::memcpy(value, bytes.data() + offset, sizeof(T));
  return true;
}

std::string NameAt(const std::string& bytes, const Section& names, std::uint64_t index) {
  if (index >= names.sh_size || names.sh_offset > bytes.size() ||
      bytes.size() - names.sh_offset < names.sh_size)
    return {};
  const char* const text = bytes.data() + names.sh_offset + index;
  return {text, strnlen(text, names.sh_size - index)};
}

// ELF32_ST_BIND and its twin take the same bits.
bool IsGivenAway(const Symbol& symbol) {
  const unsigned bind = ELF64_ST_BIND(symbol.st_info);
  const unsigned seen = ELF64_ST_VISIBILITY(symbol.st_other);
  return symbol.st_shndx != SHN_UNDEF &&
         (bind == STB_GLOBAL || bind == STB_WEAK || bind == STB_GNU_UNIQUE) &&
         (seen == STV_DEFAULT || seen == STV_PROTECTED);
}

}  // namespace

Result<std::vector<std::string>> ExportedSymbols(const std::string& path) {
  const auto bytes = Bytes(path);
  if (!bytes)
    return bytes.failure();
  const auto odd = [&](const char* why) {
    return Fail(SBX_E_INVALID, "read the symbols of", path, why);
  };
  Header header{};
  if (!Take(*bytes, 0, &header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_shentsize != sizeof(Section))
    return odd("it is no library of this system");
  std::vector<std::string> names;
  bool found = false;
  for (unsigned i = 0; i < header.e_shnum; ++i) {
    Section table{};
    if (!Take(*bytes, header.e_shoff + std::uint64_t{i} * sizeof(Section), &table))
      return odd("its table of sections is cut off");
    if (table.sh_type != SHT_DYNSYM)
      continue;
    found = true;
    Section strings{};
    if (!Take(*bytes, header.e_shoff + std::uint64_t{table.sh_link} * sizeof(Section), &strings))
      return odd("its table of names is cut off");
    for (std::uint64_t at = 0; at < table.sh_size; at += sizeof(Symbol)) {
      Symbol symbol{};
      if (!Take(*bytes, table.sh_offset + at, &symbol))
        return odd("its table of symbols is cut off");
      if (IsGivenAway(symbol))
        names.push_back(NameAt(*bytes, strings, symbol.st_name));
    }
  }
  if (!found)
    return odd("it has no section of dynamic symbols, so nobody can say what it exports");
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace sbx
