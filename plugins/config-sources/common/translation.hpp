// SPDX-License-Identifier: MIT
//
// Translation: what one file comes to, gathered before anything is said to the host, so
// that a file with an error says nothing else. Of a project's file an error is no end of
// everything: nobody can have trusted it, so it is passed over aloud.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_COMMON_TRANSLATION_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_COMMON_TRANSLATION_HPP_

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/config-sources/common/json.hpp"

namespace sbx::sources {

// One entry of a list, with where it stands.
struct Line {
  std::string text;
  Where at;
};

class Translation {
 public:
  // `kind` is SBX_LAYER_*.
  Translation(std::uint32_t kind, std::string file) : kind_(kind), file_(std::move(file)) {}

  [[nodiscard]] std::uint32_t kind() const { return kind_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const Fault& fault() const { return fault_; }
  [[nodiscard]] bool failed() const { return !fault_.why.empty(); }

  // Under sbx's own name. A list keeps the line of each entry.
  void Say(std::string_view key, std::string json, Where at);
  void SayList(std::string_view key, const std::vector<Line>& lines, Where at);
  // What cannot be expressed: "KEY sentence".
  void Cannot(std::string_view key, std::string sentence, Where at);
  // The first one counts.
  void Wrong(std::string_view key, const std::string& why, Where at);
  void Wrong(const Fault& fault);

  // The root, when the text holds an object; else null, and an error.
  const Json* Open(std::string_view text, Comments comments);

  // The member `name` when it is of that kind; an error when it is of another. `path` is
  // that of the object, with a dot behind it, for messages.
  const Json* Object(const Json& in, std::string_view path, std::string_view name);
  const Json* Bool(const Json& in, std::string_view path, std::string_view name);
  const Json* Text(const Json& in, std::string_view path, std::string_view name);
  const Json* Texts(const Json& in, std::string_view path, std::string_view name);
  // Every key has to be among these.
  void OnlyKeys(const Json& object, std::string_view path, std::span<const std::string_view> known);

  // To the host, whole.
  void Tell(plugin::ConfigSink& sink) const;

 private:
  struct Said {
    std::string key, json;
    Where at;
  };
  struct Gap {
    std::string key, sentence;
    Where at;
  };

  const Json* Of(const Json& in, std::string_view path, std::string_view name, Json::Kind kind,
                 const char* form);

  std::uint32_t kind_;
  std::string file_;
  Json root_;
  std::vector<Said> said_;
  std::vector<Gap> gaps_;
  Fault fault_;
};

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_COMMON_TRANSLATION_HPP_
