// SPDX-License-Identifier: MIT
//
// Collector: takes what a config source says, piece by piece, and keeps it only if all
// of it can be kept. The first thing that is wrong is remembered and ends the taking:
// half a configuration is another configuration.
#ifndef SBX_CORE_CONFIG_SOURCE_COLLECTOR_HPP_
#define SBX_CORE_CONFIG_SOURCE_COLLECTOR_HPP_

#include <string>
#include <string_view>

#include "core/config_source/collected.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

// Where something was written, as it came.
struct PlaceView {
  std::string_view file;
  std::uint32_t line = 0, column = 0;
};

class Collector {
 public:
  explicit Collector(std::string source);

  // `kind` is SBX_LAYER_*, unchecked; texts are bytes, unchecked.
  void File(std::uint32_t kind, std::string_view file, std::string_view bytes);
  void Value(std::uint32_t kind, std::string_view key, std::string_view json, PlaceView place);
  void Gap(std::string_view key, std::string_view sentence, PlaceView place);
  void Consulted(std::string_view file);
  // What the source itself says is wrong.
  void Wrong(std::string_view sentence, PlaceView place);
  // What is wrong with the source: "it lacks …".
  void Fault(std::string why);

  // Everything, or the first failure. Ends the collector.
  [[nodiscard]] Result<CollectedConfig> Take();

 private:
  // Whether one more piece of these texts may come.
  bool Counts(std::initializer_list<std::string_view> texts);
  bool KindIsKnown(std::uint32_t kind);
  bool FileIsGood(std::string_view file, bool or_variable);
  bool SentenceIsGood(std::string_view sentence);

  CollectedConfig config_;
  std::size_t pieces_ = 0, bytes_ = 0;
  bool failed_ = false;
  Error error_;
};

}  // namespace sbx

#endif  // SBX_CORE_CONFIG_SOURCE_COLLECTOR_HPP_
