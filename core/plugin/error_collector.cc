// SPDX-License-Identifier: MIT
#include "core/plugin/error_collector.hpp"

#include <algorithm>
#include <utility>

namespace sbx {
namespace {

constexpr std::size_t kLongestText = 4096;
constexpr int kLargestErrno = 4095;

bool Known(sbx_status status) {
  return status > SBX_OK && status <= SBX_E_INTERNAL;
}

}  // namespace

std::string PluginText(sbx_str text) {
  if (text.data == nullptr)
    return {};
  std::string copy(text.data, std::min(text.size, kLongestText));
  for (char& c : copy) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      c = ' ';
  }
  return copy;
}

void ErrorCollector::Report(void* ctx, sbx_status status, std::int32_t os_error, sbx_str operation,
                            sbx_str subject, sbx_str hint) noexcept {
  auto& self = *static_cast<ErrorCollector*>(ctx);
  if (std::exchange(self.reported_, true))
    return;
  self.error_.status = status;
  self.error_.os_error = os_error > 0 && os_error <= kLargestErrno ? os_error : 0;
  self.error_.operation = PluginText(operation);
  self.error_.subject = PluginText(subject);
  self.error_.hint = PluginText(hint);
}

Error ErrorCollector::Take(sbx_status status) {
  Error error = std::move(error_);
  error.status = Known(status) ? status : SBX_E_INTERNAL;
  if (error.operation.empty()) {
    error.operation = operation_;
    if (error.subject.empty())
      error.subject = subject_;
  }
  if (!Known(status)) {
    if (!error.hint.empty())
      error.hint += "; ";
    error.hint += "the plugin returned the unknown status " + std::to_string(status);
  } else if (!reported_) {
    error.hint = "the plugin gave no reason";
  }
  return error;
}

}  // namespace sbx
