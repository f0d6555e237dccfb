// SPDX-License-Identifier: MIT
#include "plugins/config-sources/pi-srt/source.hpp"
#include "sbx/plugin/export_config_source.hpp"

SBX_CONFIG_SOURCE_PLUGIN(sbx::sources::PiSrtSource, "pi-srt", "0.1.0");
