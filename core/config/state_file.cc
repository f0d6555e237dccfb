// SPDX-License-Identifier: MIT
#include "core/config/state_file.hpp"

#include <cerrno>

#include "core/platform/files.hpp"
#include "core/platform/trusted_file.hpp"

namespace sbx::config {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;

bool IsAbsent(const Error& error) {
  return error.os_error == ENOENT || error.os_error == ENOTDIR;
}

}  // namespace

Result<std::optional<JsonValue>> ReadStateFile(const std::string& folder, const std::string& name,
                                               const std::vector<std::string>& outside,
                                               const std::string& what) {
  const auto wrong = [&](const Error& error) {
    return Fail(error.status, "use " + what, folder + "/" + name, error.hint, error.os_error);
  };
  const auto nothing = std::optional<JsonValue>();
  // What is not there needs no trust, wherever it would lie.
  if (!files::StatusAt(files::kNoDirectory, (folder + "/" + name).c_str()))
    return nothing;
  const auto directory = OpenTrustedFolder(folder, outside);
  if (!directory && IsAbsent(directory.error()))
    return nothing;
  if (!directory)
    return wrong(directory.error());
  const auto file = OpenTrustedFile(*directory, name);
  if (!file && IsAbsent(file.error()))
    return nothing;
  if (!file)
    return wrong(file.error());
  const auto text = ReadTrustedFile(*file, kMostBytes);
  if (!text)
    return wrong(text.error());
  auto value = ParseStrictJson(*text, folder + "/" + name);
  if (!value)
    return wrong(value.error());
  return std::optional<JsonValue>(*std::move(value));
}

const std::string* TextOf(const JsonValue& object, std::string_view name) {
  for (const auto& [key, value] : object.members) {
    if (key == name && value.kind == JsonValue::Kind::kString)
      return &value.text;
  }
  return nullptr;
}

}  // namespace sbx::config
