// SPDX-License-Identifier: MIT
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>

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
