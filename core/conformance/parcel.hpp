// SPDX-License-Identifier: MIT
//
// Parcel: numbers and texts in one string, for what a child of the suite has to tell.
// The child holds code that nobody knows, so that what is read may be anything: a
// parcel that was cut off or is no parcel gives zeros and empty texts, and says so.
#ifndef SBX_CORE_CONFORMANCE_PARCEL_HPP_
#define SBX_CORE_CONFORMANCE_PARCEL_HPP_

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace sbx {

class Parcel {
 public:
  Parcel& Put(std::uint64_t number) {
    bytes_.append(reinterpret_cast<const char*>(&number), sizeof number);
    return *this;
  }
  Parcel& Put(std::string_view text) {
    Put(std::uint64_t{text.size()});
    bytes_.append(text);
    return *this;
  }
  [[nodiscard]] const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class ParcelReader {
 public:
  // `bytes` is borrowed.
  explicit ParcelReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t Number() {
    std::uint64_t number = 0;
    if (rest_.size() < sizeof number) {
      whole_ = false;
      rest_ = {};
      return 0;
    }
    std::memcpy(&number, rest_.data(), sizeof number);
    rest_.remove_prefix(sizeof number);
    return number;
  }
  std::string Text() {
    const std::uint64_t size = Number();
    if (size > rest_.size()) {
      whole_ = false;
      rest_ = {};
      return {};
    }
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }
  // Whether everything that was asked for was there, and nothing is left.
  [[nodiscard]] bool Whole() const { return whole_ && rest_.empty(); }
  [[nodiscard]] bool AtEnd() const { return rest_.empty(); }

 private:
  std::string_view rest_;
  bool whole_ = true;
};

}  // namespace sbx

#endif  // SBX_CORE_CONFORMANCE_PARCEL_HPP_
