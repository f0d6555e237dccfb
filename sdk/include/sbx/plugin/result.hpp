// SPDX-License-Identifier: MIT
//
// Result<T>: a value, or the reason why there is none. Used for everything that
// can fail because of the world; exceptions stay inside the module that meets
// them. Names follow std::expected, which this becomes with C++23.
#ifndef SBX_PLUGIN_RESULT_HPP_
#define SBX_PLUGIN_RESULT_HPP_

#include <cstring>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

#include "sbx/abi/base.h"

namespace sbx {

// Why something was not done, in the parts of one sentence: "cannot
// `operation` `subject`: <os_error in words>; `hint`".
struct Error {
  sbx_status status = SBX_E_INTERNAL;
  int os_error = 0;       // errno, or 0
  std::string operation;  // "open the workspace"
  std::string subject;    // "/srv/app", may be empty
  std::string hint;       // what the user can do, may be empty

  // One sentence without a final full stop. Control bytes of the subject are
  // shown escaped, because subjects come from users and from file names.
  [[nodiscard]] std::string Sentence() const {
    std::string text = "cannot " + operation;
    if (!subject.empty()) {
      text += " '";
      for (const char c : subject) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          static constexpr char kHex[] = "0123456789abcdef";
          const auto byte = static_cast<unsigned char>(c);
          text += "\\x";
          text += kHex[byte >> 4];
          text += kHex[byte & 15];
        } else {
          text += c;
        }
      }
      text += '\'';
    }
    if (os_error != 0) {
      char buffer[128];
      text += ": ";
      text += strerror_r(os_error, buffer, sizeof buffer);
    }
    if (!hint.empty()) {
      text += "; ";
      text += hint;
    }
    return text;
  }
};

// Marks an Error as the failure of a Result, so that a Result<Error> or a
// Result<std::string> is never built from the wrong side by accident.
struct Failure {
  Error error;
};

[[nodiscard]] inline Failure Fail(sbx_status status, std::string operation,
                                  std::string subject = {}, std::string hint = {},
                                  int os_error = 0) {
  return Failure{
      Error{status, os_error, std::move(operation), std::move(subject), std::move(hint)}};
}

// A system call failed with `os_error`.
[[nodiscard]] inline Failure FailOs(int os_error, std::string operation, std::string subject = {},
                                    std::string hint = {}) {
  return Fail(SBX_E_OS, std::move(operation), std::move(subject), std::move(hint), os_error);
}

template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}                  // NOLINT
  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure.error)) {}  // NOLINT

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }

  T& value() & { return std::get<0>(state_); }
  const T& value() const& { return std::get<0>(state_); }
  T&& value() && { return std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  Error& error() & { return std::get<1>(state_); }
  const Error& error() const& { return std::get<1>(state_); }
  [[nodiscard]] Failure failure() const { return Failure{std::get<1>(state_)}; }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Failure failure) : error_(std::move(failure.error)), ok_(false) {}  // NOLINT

  [[nodiscard]] bool has_value() const { return ok_; }
  explicit operator bool() const { return ok_; }
  Error& error() { return error_; }
  [[nodiscard]] const Error& error() const { return error_; }
  [[nodiscard]] Failure failure() const { return Failure{error_}; }

 private:
  Error error_;
  bool ok_ = true;
};

[[nodiscard]] inline std::string_view View(sbx_str s) {
  return {s.data, s.size};
}
[[nodiscard]] inline sbx_str Borrow(std::string_view s) {
  return {s.data(), s.size()};
}

}  // namespace sbx

#endif  // SBX_PLUGIN_RESULT_HPP_
