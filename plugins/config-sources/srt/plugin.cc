// SPDX-License-Identifier: MIT
#include "plugins/config-sources/srt/source.hpp"
#include "sbx/plugin/export_config_source.hpp"

SBX_CONFIG_SOURCE_PLUGIN(sbx::sources::SrtSource, "srt", "0.1.0");
