// SPDX-License-Identifier: MIT
#include "plugins/config-sources/pi/translate.hpp"

#include <algorithm>
#include <cmath>

namespace sbx::sources {
namespace {

constexpr std::string_view kKeys[] = {
    "mode",         "runnerCommand", "runnerFailureSignatures", "probeTimeoutMs", "includeGitRoot",
    "approvalMode", "autoReview",    "autoReviewTimeoutMs",     "image",          "runtime",
    "host"};
constexpr std::string_view kReviewKeys[] = {"model", "thinkingLevel"};
constexpr std::string_view kModes[] = {"read-only", "workspace-write", "danger-full-access"};
constexpr std::string_view kApprovals[] = {"human", "auto-review", "allow-all"};
constexpr std::string_view kLevels[] = {"CURRENT", "off",  "minimal", "low",
                                        "medium",  "high", "xhigh",   "max"};
constexpr double kProbeTimeout = 5000;
constexpr double kLongest = 999'999'999;  // milliseconds
constexpr char kNobody[] = "is not one that is known, so that nobody approves anything";

template <std::size_t N>
bool IsOneOf(const Json& value, const std::string_view (&words)[N]) {
  return value.kind == Json::Kind::kString && std::ranges::find(words, value.text) != words + N;
}

// "CURRENT" or "provider/model".
bool IsModel(const Json& value) {
  if (value.kind != Json::Kind::kString)
    return false;
  if (value.text == "CURRENT")
    return true;
  const std::size_t slash = value.text.find('/');
  return slash != std::string::npos && slash > 0 && slash + 1 < value.text.size() &&
         std::ranges::none_of(value.text,
                              [](char c) { return static_cast<unsigned char>(c) <= ' '; });
}

bool IsMilliseconds(const Json& value) {
  return value.kind == Json::Kind::kNumber && value.number > 0 && std::isfinite(value.number);
}

class Pi {
 public:
  Pi(const Json& root, Translation& translation, PiApproval& approval)
      : root_(root), translation_(translation), approval_(approval) {}

  void Run() {
    translation_.OnlyKeys(root_, "", kKeys);
    TakeMode();
    TakeRunner("runnerCommand");
    TakeRunner("runnerFailureSignatures");
    TakeProbe();
    if (const Json* value = translation_.Bool(root_, "", "includeGitRoot"))
      translation_.Say("filesystem.includeGitRoot", value->boolean ? "true" : "false", value->at);
    for (const char* name : {"image", "runtime", "host"}) {
      if (const Json* value = root_.Find(name))
        translation_.Cannot(name, "is of a container, which sbx does not have", value->at);
    }
    TakeApproval();
  }

 private:
  void TakeMode() {
    const Json* value = root_.Find("mode");
    if (value == nullptr)
      return;
    if (!IsOneOf(*value, kModes)) {
      translation_.Wrong("mode", "takes one of read-only, workspace-write, danger-full-access",
                         value->at);
      return;
    }
    translation_.Say("mode", Quote(value->text), value->at);
  }

  // Null takes back what a weaker file says.
  void TakeRunner(std::string_view name) {
    const Json* value = root_.Find(name);
    if (value == nullptr)
      return;
    if (value->kind == Json::Kind::kNull) {
      translation_.Say(name, "[]", value->at);
      return;
    }
    const Json* texts = translation_.Texts(root_, "", name);
    if (texts == nullptr)
      return;
    std::vector<Line> lines;
    for (const Json& item : texts->items) {
      if (item.text.find_first_not_of(" \t") == std::string::npos)
        translation_.Wrong(name, "takes texts that say something", item.at);
      lines.push_back({item.text, item.at});
    }
    translation_.SayList(name, lines, value->at);
  }

  void TakeProbe() {
    const Json* value = root_.Find("probeTimeoutMs");
    if (value == nullptr)
      return;
    if (!IsMilliseconds(*value)) {
      translation_.Wrong("probeTimeoutMs", "takes a number of milliseconds above zero", value->at);
    } else if (value->number != kProbeTimeout) {
      translation_.Cannot("probeTimeoutMs", "is not used: a run of sbx starts no probe", value->at);
    }
  }

  // `bad` is mended by a good value, and stays as it is without any.
  template <typename Good, typename Say>
  void Take(const Json& in, std::string_view name, bool& bad, Good good, Say say) {
    const Json* value = in.Find(name);
    if (value == nullptr)
      return;
    said_ = said_ == nullptr ? value : said_;
    bad = !good(*value);
    if (bad) {
      translation_.Cannot(name, kNobody, value->at);
    } else {
      say(*value);
    }
  }

  void TakeApproval() {
    const Json* chain = nullptr;
    Take(
        root_, "approvalMode", approval_.mode,
        [](const Json& value) { return IsOneOf(value, kApprovals); },
        [&](const Json& value) { chain = &value; });
    TakeReview();
    Take(
        root_, "autoReviewTimeoutMs", approval_.timeout,
        [](const Json& value) { return IsMilliseconds(value) && value.number <= kLongest; },
        [&](const Json& value) {
          const auto whole = static_cast<long>(std::max(1.0, std::floor(value.number)));
          translation_.Say("autoReview.timeout", Quote(std::to_string(whole) + "ms"), value.at);
        });
    if (approval_.wrong() && said_ != nullptr) {
      translation_.Say("approval", "[]", said_->at);
    } else if (chain != nullptr) {
      translation_.SayList("approval", {{chain->text, chain->at}}, chain->at);
    }
  }

  void TakeReview() {
    const Json* review = root_.Find("autoReview");
    if (review == nullptr)
      return;
    said_ = said_ == nullptr ? review : said_;
    if (review->kind != Json::Kind::kObject) {
      approval_.model = approval_.thinking = true;
      translation_.Cannot("autoReview", kNobody, review->at);
      return;
    }
    translation_.OnlyKeys(*review, "autoReview.", kReviewKeys);
    Take(*review, "model", approval_.model, IsModel, [&](const Json& value) {
      translation_.Say("autoReview.model", Quote(value.text), value.at);
    });
    Take(
        *review, "thinkingLevel", approval_.thinking,
        [](const Json& value) { return IsOneOf(value, kLevels); },
        [&](const Json& value) {
          translation_.Say("autoReview.thinkingLevel", Quote(value.text), value.at);
        });
  }

  const Json& root_;
  Translation& translation_;
  PiApproval& approval_;
  const Json* said_ = nullptr;  // the first thing about approval
};

}  // namespace

void TranslatePi(std::string_view text, Translation& translation, PiApproval& approval) {
  if (const Json* root = translation.Open(text, Comments::kNone))
    Pi(*root, translation, approval).Run();
}

}  // namespace sbx::sources
