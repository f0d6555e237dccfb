// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <cerrno>
#include <cstdlib>

#include "core/platform/conformance.hpp"

namespace sbx {

Result<std::string> MakePrivateFolder() {
  std::string path = "/var/tmp/sbx-conformance-XXXXXX";
  if (mkdtemp(path.data()) == nullptr)
    return FailOs(errno, "make a folder below", "/var/tmp");
  return path;
}

Result<void> MakeSilentPipe(const std::string& path) {
  if (mkfifo(path.c_str(), 0600) != 0)
    return FailOs(errno, "make a named pipe", path);
  return {};
}

}  // namespace sbx
