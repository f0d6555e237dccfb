// SPDX-License-Identifier: MIT
//
// InlineText: the words of a table, within the table itself. A table of pointers to
// words is relocated page by page at every start of the program, for whoever never
// asks for it; this one costs what is read of it.
#ifndef SBX_CORE_TEXT_INLINE_TEXT_HPP_
#define SBX_CORE_TEXT_INLINE_TEXT_HPP_

#include <cstddef>
#include <string_view>

namespace sbx {

// Up to N - 1 bytes, none of them zero. A longer literal does not compile.
template <std::size_t N>
class InlineText {
 public:
  constexpr InlineText() = default;
  template <std::size_t M>
    requires(M <= N)
  constexpr InlineText(const char (&text)[M]) {  // NOLINT: a literal, as in a table
    for (std::size_t i = 0; i < M; ++i)
      text_[i] = text[i];
  }
  [[nodiscard]] constexpr std::string_view view() const { return text_; }
  [[nodiscard]] constexpr bool empty() const { return text_[0] == '\0'; }
  constexpr operator std::string_view() const { return text_; }  // NOLINT
  friend constexpr bool operator==(const InlineText& text, std::string_view other) {
    return text.view() == other;
  }

 private:
  char text_[N] = {};
};

}  // namespace sbx

#endif  // SBX_CORE_TEXT_INLINE_TEXT_HPP_
