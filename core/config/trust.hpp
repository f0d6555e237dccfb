// SPDX-License-Identifier: MIT
//
// The trust store: which project files a person has agreed to. An entry is a folder
// (the object, whatever it is called) and the hash of the file's content, so that
// neither a copy elsewhere nor another content is trusted. It lies in the state
// home, which no command may change, and is read strictly: a store that somebody
// else could have written, or that is no store, is an error and trusts nothing.
//
// A file that a config source reads has an entry of its own: the folder that it lies in,
// the name of source and file, and the hash of what the source makes of it.
#ifndef SBX_CORE_CONFIG_TRUST_HPP_
#define SBX_CORE_CONFIG_TRUST_HPP_

#include <string>
#include <string_view>
#include <vector>

#include "core/platform/trusted_file.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx::config {

struct TrustEntry {
  ObjectId folder;
  std::string digest;  // SHA-256 of the file, in hexadecimal
  std::string path;    // the folder's, or of a source's file its own; for people
  std::string source;  // "pi pi-sandbox.json"; empty: sbx's own file
};

class TrustStore {
 public:
  // `outside` are folders that a store may not lie in: workspaces.
  [[nodiscard]] static Result<TrustStore> Load(const std::string& state_home,
                                               const std::vector<std::string>& outside);

  [[nodiscard]] bool Trusts(ObjectId folder, std::string_view text,
                            std::string_view source = {}) const;
  // Trusted once, with another content.
  [[nodiscard]] bool Knows(ObjectId folder, std::string_view source = {}) const;

  // In the place of what was said about the folder before.
  void Add(ObjectId folder, std::string_view text, std::string path, std::string source = {});
  // The folder `path`, and what sources read below it. False when there was nothing.
  bool Revoke(ObjectId folder, const std::string& path);
  [[nodiscard]] const std::vector<TrustEntry>& entries() const { return entries_; }

  [[nodiscard]] Result<void> Save() const;

 private:
  std::string state_home_;
  std::vector<TrustEntry> entries_;
};

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_TRUST_HPP_
