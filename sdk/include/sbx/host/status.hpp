// SPDX-License-Identifier: MIT
//
// What is enforced, restriction by restriction: of a run, or of any run that a
// policy would have here. Plain values.
#ifndef SBX_HOST_STATUS_HPP_
#define SBX_HOST_STATUS_HPP_

#include <cstdint>
#include <string>
#include <vector>

#include "sbx/abi/draft/restriction.h"

namespace sbx::host {

enum class Level : std::uint8_t { kNone, kPartial, kFull };

struct Enforcement {
  sbx_restrictions restriction = 0;  // one bit, SBX_FS_READ …
  std::string name;                  // of the bit: "fs.read"
  Level level = Level::kNone;
  std::string mechanism;  // what holds it
  std::string gap;        // what is open, where it is not full
  std::string mend;       // what would close it, may be empty
};

struct Status {
  std::string runner;  // the id of the one that a run would use; "none" where nothing is confined
  Level overall = Level::kNone;  // full: every restriction that the policy wants is
  std::vector<Enforcement> enforcement;
  std::vector<std::string> notes;  // why others would not do, and what probes said
};

}  // namespace sbx::host

#endif  // SBX_HOST_STATUS_HPP_
