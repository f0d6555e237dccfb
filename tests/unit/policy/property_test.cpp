// SPDX-License-Identifier: MIT
#include "tests/unit/policy/lab.hpp"
