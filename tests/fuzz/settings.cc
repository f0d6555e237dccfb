// SPDX-License-Identifier: MIT
//
// Any bytes as a settings file of each other system: no crash, a file with a fault sets
// nothing, and what is said is JSON with a place.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "plugins/config-sources/common/file_rules.hpp"
#include "plugins/config-sources/common/json.hpp"
#include "plugins/config-sources/droid/translate.hpp"
#include "plugins/config-sources/pi-srt/translate.hpp"
#include "plugins/config-sources/pi/translate.hpp"
#include "plugins/config-sources/srt/translate.hpp"

namespace {

using sbx::sources::Comments;
using sbx::sources::FileRules;
using sbx::sources::Ground;
using sbx::sources::PiApproval;
using sbx::sources::Translation;
using sbx::sources::Wildcards;

void Must(bool holds) {
  if (!holds)
    std::abort();
}

void Tell(const Translation& translation) {
  int values = 0;
  const sbx_config_sink raw = {
      &values,
      nullptr,
      [](void* ctx, std::uint32_t, sbx_str, sbx_str json, const sbx_place* at) noexcept {
        ++*static_cast<int*>(ctx);
        Must(sbx::sources::Parse(sbx::View(json), Comments::kNone).fault.why.empty());
        Must(at->line > 0 && at->column > 0);
      },
      [](void*, sbx_str, sbx_str sentence, const sbx_place*) noexcept {
        Must(sentence.size > 0 && sentence.size <= 4096);
      },
      nullptr,
      [](void*, sbx_str sentence, const sbx_place*) noexcept { Must(sentence.size > 0); }};
  sbx::plugin::ConfigSink sink(raw);
  translation.Tell(sink);
  Must(!translation.failed() || values == 0);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const Ground ground{"/nowhere/home", "/nowhere/workspace", "/nowhere/workspace"};
  for (const std::uint32_t kind : {SBX_LAYER_USER, SBX_LAYER_PROJECT}) {
    Translation pi(kind, "/f");
    PiApproval approval;
    TranslatePi(text, pi, approval);
    Tell(pi);
    Translation pi_srt(kind, "/f");
    TranslatePiSrt(text, pi_srt);
    Tell(pi_srt);
    Translation droid(kind, "/f");
    std::vector<FileRules> rules;
    rules.emplace_back(droid, ground);
    TranslateDroid(text, droid, rules[0]);
    Settle(rules, Wildcards::kMacos);
    rules[0].Say();
    Tell(droid);
    for (const Wildcards wildcards : {Wildcards::kLinux, Wildcards::kMacos}) {
      Translation srt(kind, "/f");
      TranslateSrt(text, ground, wildcards, srt);
      Tell(srt);
    }
  }
  return 0;
}
