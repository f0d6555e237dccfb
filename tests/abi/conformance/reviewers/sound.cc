// SPDX-License-Identifier: MIT
//
// Nothing is wrong with this one.
#include "tests/abi/conformance/reviewers/faulty.hpp"

SBX_REVIEWER_PLUGIN(sbx::faulty::Reviewer, "sound", "1.0.0");
