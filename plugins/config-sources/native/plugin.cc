// SPDX-License-Identifier: MIT
#include "plugins/config-sources/native/source.hpp"
#include "sbx/plugin/export_config_source.hpp"

SBX_CONFIG_SOURCE_PLUGIN(sbx::sources::NativeSource, "native", "0.1.0");
