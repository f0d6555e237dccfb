// SPDX-License-Identifier: MIT
//
// Any bytes as a policy document: no crash, and what is accepted, as a project's that
// is not trusted, is never wider than without it.
#include "core/config/document.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "core/config/merge.hpp"

namespace {

using sbx::config::Key;
using sbx::config::Layer;
using sbx::config::LayerKind;
using sbx::config::Merge;
using sbx::config::MergedValue;
using sbx::config::Trust;

void Must(bool holds) {
  if (!holds)
    std::abort();
}

void CheckKey(const Key& key, const Layer& project) {
  const MergedValue before = sbx::config::MergeKey(key, {});
  const MergedValue after = sbx::config::MergeKey(key, {&project, 1});
  if (key.id == sbx::config::Id::kSchema)
    return;
  if (key.merge == Merge::kCeiling || key.merge == Merge::kOr) {
    Must(IsNarrower(key, after, before));
  } else if (key.trust != Trust::kAnyone) {
    Must(after.entries.size() == before.entries.size() && after.number == before.number);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  auto layer = sbx::config::ParseDocument(LayerKind::kProject, text, "/p/.sbx/config.json", "/p");
  if (!layer) {
    Must(!layer.error().Sentence().empty());
    return 0;
  }
  layer->trusted = false;
  for (const sbx::config::Setting& setting : layer->settings)
    Must(setting.at.line > 0 && setting.at.column > 0);
  for (const Key& key : sbx::config::Keys())
    CheckKey(key, *layer);
  return 0;
}
