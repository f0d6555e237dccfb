// SPDX-License-Identifier: MIT
#include "plugins/config-sources/droid/source.hpp"
#include "sbx/plugin/export_config_source.hpp"

SBX_CONFIG_SOURCE_PLUGIN(sbx::sources::DroidSource, "droid", "0.1.0");
