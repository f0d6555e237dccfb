// SPDX-License-Identifier: MIT
//
// ErrorCollector: the host's end of an error sink. Copies what a plugin says,
// bounded and without control bytes, and makes one Error of it whatever the
// plugin did: said nothing, said it twice, or returned a status that is none.
#ifndef SBX_CORE_PLUGIN_ERROR_COLLECTOR_HPP_
#define SBX_CORE_PLUGIN_ERROR_COLLECTOR_HPP_

#include <string>
#include <string_view>

#include "sbx/abi/base.h"

#include "sbx/plugin/result.hpp"

namespace sbx {

// Text of a plugin as it may be shown: at most 4 KiB, one line.
[[nodiscard]] std::string PluginText(sbx_str text);

class ErrorCollector {
 public:
  // `operation` and `subject` are used when the plugin gives no reason.
  ErrorCollector(std::string_view operation, std::string_view subject)
      : operation_(operation), subject_(subject) {}
  ErrorCollector(const ErrorCollector&) = delete;
  ErrorCollector& operator=(const ErrorCollector&) = delete;
  ~ErrorCollector() = default;

  // To be lent for one call.
  [[nodiscard]] const sbx_error_sink* sink() const { return &sink_; }

  // Whether the plugin gave a reason in this call.
  [[nodiscard]] bool reported() const { return reported_; }

  // What a call that returned `status` (not SBX_OK) came to.
  [[nodiscard]] Error Take(sbx_status status);
  [[nodiscard]] Failure Fails(sbx_status status) { return Failure{Take(status)}; }

 private:
  static void Report(void* ctx, sbx_status status, std::int32_t os_error, sbx_str operation,
                     sbx_str subject, sbx_str hint) noexcept;

  std::string_view operation_;
  std::string_view subject_;
  Error error_;
  bool reported_ = false;
  sbx_error_sink sink_{this, &Report};
};

}  // namespace sbx

#endif  // SBX_CORE_PLUGIN_ERROR_COLLECTOR_HPP_
