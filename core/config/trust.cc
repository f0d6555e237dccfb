// SPDX-License-Identifier: MIT
#include "core/config/trust.hpp"

#include <algorithm>
#include <charconv>

#include "core/config/state_file.hpp"
#include "core/platform/config_files.hpp"
#include "core/plugin/sha256.hpp"
#include "core/report/report.hpp"

namespace sbx::config {
namespace {

constexpr char kName[] = "trust.json";
constexpr std::size_t kDigestDigits = 64;

bool ReadNumber(const std::string* text, std::uint64_t& number) {
  if (text == nullptr || text->empty())
    return false;
  const char* end = text->data() + text->size();
  const auto [stop, error] = std::from_chars(text->data(), end, number);
  return error == std::errc() && stop == end;
}

bool IsDigest(const std::string* text) {
  return text != nullptr && text->size() == kDigestDigits && std::ranges::all_of(*text, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
         });
}

bool ReadEntry(const JsonValue& value, TrustEntry& entry) {
  const std::string* path = TextOf(value, "folder");
  const std::string* digest = TextOf(value, "sha256");
  const std::string* source = TextOf(value, "source");
  if (value.kind != JsonValue::Kind::kObject ||
      value.members.size() != (source == nullptr ? 4u : 5u) || path == nullptr ||
      !IsDigest(digest) || !ReadNumber(TextOf(value, "device"), entry.folder.dev) ||
      !ReadNumber(TextOf(value, "inode"), entry.folder.ino)) {
    return false;
  }
  entry.path = *path;
  entry.digest = *digest;
  if (source != nullptr)
    entry.source = *source;
  return true;
}

}  // namespace

Result<TrustStore> TrustStore::Load(const std::string& state_home,
                                    const std::vector<std::string>& outside) {
  TrustStore store;
  store.state_home_ = state_home;
  auto file = ReadStateFile(state_home, kName, outside, "the trust store");
  if (!file)
    return file.failure();
  if (!*file)
    return store;
  const Failure wrong =
      Fail(SBX_E_INVALID, "use the trust store", state_home + "/" + kName,
           "it is not one: remove it, and trust your projects again with 'sbx trust'");
  const JsonValue& root = **file;
  if (root.kind != JsonValue::Kind::kObject || root.members.size() != 1 ||
      root.members[0].name != "trusted" || root.members[0].value.kind != JsonValue::Kind::kArray) {
    return wrong;
  }
  for (const JsonValue& value : root.members[0].value.items) {
    if (!ReadEntry(value, store.entries_.emplace_back()))
      return wrong;
  }
  return store;
}

bool TrustStore::Trusts(ObjectId folder, std::string_view text, std::string_view source) const {
  return std::ranges::any_of(entries_, [&](const TrustEntry& entry) {
    return entry.folder == folder && entry.source == source && entry.digest == Sha256Hex(text);
  });
}

bool TrustStore::Knows(ObjectId folder, std::string_view source) const {
  return std::ranges::any_of(entries_, [&](const TrustEntry& entry) {
    return entry.folder == folder && entry.source == source;
  });
}

void TrustStore::Add(ObjectId folder, std::string_view text, std::string path, std::string source) {
  std::erase_if(entries_, [&](const TrustEntry& entry) {
    return entry.folder == folder && entry.source == source;
  });
  entries_.push_back({folder, Sha256Hex(text), std::move(path), std::move(source)});
}

bool TrustStore::Revoke(ObjectId folder, const std::string& path) {
  const std::string below = path + (path.ends_with('/') ? "" : "/");
  return std::erase_if(entries_, [&](const TrustEntry& entry) {
           return entry.folder == folder ||
                  (!entry.source.empty() && entry.path.starts_with(below));
         }) != 0;
}

Result<void> TrustStore::Save() const {
  JsonWriter json;
  json.BeginObject();
  json.Key("trusted");
  json.BeginArray();
  for (const TrustEntry& entry : entries_) {
    json.BeginObject();
    json.Member("folder", entry.path);
    json.Member("device", std::to_string(entry.folder.dev));
    json.Member("inode", std::to_string(entry.folder.ino));
    json.Member("sha256", entry.digest);
    if (!entry.source.empty())
      json.Member("source", entry.source);
    json.EndObject();
  }
  json.EndArray();
  json.EndObject();
  return config_files::Write(state_home_, kName, json.text() + "\n", true, false);
}

}  // namespace sbx::config
