// SPDX-License-Identifier: MIT
//
// A config source that keeps the contract: it hands over ~/.config/faulty.json when
// that is a file of at most 64 KiB that begins with a brace. Each file beside this one
// changes what makes it break the contract in one way.
#ifndef SBX_TESTS_ABI_CONFORMANCE_SOURCES_FAULTY_HPP_
#define SBX_TESTS_ABI_CONFORMANCE_SOURCES_FAULTY_HPP_

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "sbx/plugin/export_config_source.hpp"

namespace sbx::faulty {

class Source : public plugin::ConfigSource {
 public:
  Result<void> Read(const sbx_config_context& context, plugin::ConfigSink& sink) override {
    Look(std::string(View(plugin::Folders(context)[0])) + "/faulty.json", sink);
    return {};
  }

 protected:
  virtual void Look(const std::string& file, plugin::ConfigSink& sink) {
    sink.Consulted(file);
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (status.type() == std::filesystem::file_type::not_found)
      return;
    if (!std::filesystem::is_regular_file(status))
      return sink.Error("it is not a regular file", {file});
    if (std::filesystem::file_size(file, error) > 65536)
      return sink.Error("it is larger than 64 KiB", {file});
    const std::string text = Text(file);
    if (!text.starts_with('{'))
      return sink.Error("it does not begin with a brace", {file, 1, 1});
    sink.Layer(SBX_LAYER_USER, file, text);
  }
  static std::string Text(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  }
};

}  // namespace sbx::faulty

#endif  // SBX_TESTS_ABI_CONFORMANCE_SOURCES_FAULTY_HPP_
