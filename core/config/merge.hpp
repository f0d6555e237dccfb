// SPDX-License-Identifier: MIT
//
// Merge: from layers to one value for each key, by the operator and the trust
// class of the key. A pure function; its result remembers where every value and
// every entry came from, and what the other layers said.
//
// What holds for any layers, and is tested with random ones: a layer that is not
// trusted never makes anything wider, what the organisation says is never made
// wider by anybody, and the winner that `explain` shows is the value that is used.
#ifndef SBX_CORE_CONFIG_MERGE_HPP_
#define SBX_CORE_CONFIG_MERGE_HPP_

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/config/layer.hpp"

namespace sbx::config {

// What became of what one layer says about a key.
enum class Fate : std::uint8_t {
  kWins,       // it is the value, or one of the entries that count
  kLoses,      // a stronger layer says something else
  kCapped,     // wider than a layer above allows
  kUntrusted,  // its layer is not trusted, and it would not only narrow
  kMisplaced,  // no layer of this kind may say it
};
[[nodiscard]] std::string_view NameOf(Fate fate);

inline constexpr int kBuiltIn = -1;  // in the place of a layer's number

struct Contribution {
  int layer = kBuiltIn;
  const Setting* setting = nullptr;  // of that layer
  Fate fate = Fate::kLoses;
};

struct MergedEntry {
  std::string text;
  int layer = kBuiltIn;
  const Setting* setting = nullptr;  // null when built in
  JsonPlace at;
};

struct MergedValue {
  Id key = Id::kCount;
  bool has_number = false;  // a limit that nobody set has none
  std::uint64_t number = 0;
  std::vector<MergedEntry> entries;
  int winner = kBuiltIn;             // the layer whose value it is; of a union the strongest
  const Setting* setting = nullptr;  // of the winner
  std::vector<Contribution> said;    // by layers, weakest first
};

// Valid as long as the layers it was made of.
struct Merged {
  std::vector<MergedValue> values;  // one for each key, in the order of the table
  [[nodiscard]] const MergedValue& operator[](Id key) const {
    return values[static_cast<std::size_t>(key)];
  }
};

// `layers` stand weakest first.
[[nodiscard]] Merged Merge(std::span<const Layer> layers);
[[nodiscard]] MergedValue MergeKey(const Key& key, std::span<const Layer> layers);

// Whether `a` is at least as narrow as `b`, for keys with an order (kCeiling, kOr).
[[nodiscard]] bool IsNarrower(const Key& key, const MergedValue& a, const MergedValue& b);

}  // namespace sbx::config

#endif  // SBX_CORE_CONFIG_MERGE_HPP_
