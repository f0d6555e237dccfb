// SPDX-License-Identifier: MIT
//
// Nothing is wrong with this one.
#include "tests/abi/conformance/sources/faulty.hpp"

SBX_CONFIG_SOURCE_PLUGIN(sbx::faulty::Source, "sound_source", "1.0.0");
