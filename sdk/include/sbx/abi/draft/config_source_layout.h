/* SPDX-License-Identifier: MIT
 *
 * The layout of sbx.config-source/1 in draft 0.2 of the contract, as every compiler that
 * builds a plugin or a host checks it. See sbx/abi/draft/layout.h, which has what
 * all interfaces share.
 */
#ifndef SBX_ABI_DRAFT_CONFIG_SOURCE_LAYOUT_H_
#define SBX_ABI_DRAFT_CONFIG_SOURCE_LAYOUT_H_

#include "sbx/abi/draft/config_source.h"
#include "sbx/abi/plugin.h"

#ifdef __cplusplus
#define SBX_LAYOUT static_assert
#else
#define SBX_LAYOUT _Static_assert
#endif
#define SBX_SIZE(type, size) SBX_LAYOUT(sizeof(type) == (size), #type " has another size")
#define SBX_AT(type, field, offset) \
  SBX_LAYOUT(offsetof(type, field) == (offset), #type "." #field " has moved")

SBX_LAYOUT(sizeof(void*) == 8, "sbx runs on 64-bit systems");
SBX_LAYOUT(SBX_ABI_MAJOR == 0 && SBX_ABI_MINOR == 2, "write down the layout of this version");

SBX_SIZE(sbx_config_context, 96);
SBX_AT(sbx_config_context, size, 0);
SBX_AT(sbx_config_context, flags, 4);
SBX_AT(sbx_config_context, home, 8);
SBX_AT(sbx_config_context, folders, 24);
SBX_AT(sbx_config_context, folder_count, 32);
SBX_AT(sbx_config_context, workspace, 40);
SBX_AT(sbx_config_context, managed, 56);
SBX_AT(sbx_config_context, deadline_ms, 72);
SBX_AT(sbx_config_context, reserved, 76);
SBX_AT(sbx_config_context, variable, 80);
SBX_AT(sbx_config_context, variable_ctx, 88);

SBX_SIZE(sbx_place, 24);
SBX_AT(sbx_place, file, 0);
SBX_AT(sbx_place, line, 16);
SBX_AT(sbx_place, column, 20);

SBX_SIZE(sbx_config_sink, 48);
SBX_AT(sbx_config_sink, ctx, 0);
SBX_AT(sbx_config_sink, layer, 8);
SBX_AT(sbx_config_sink, value, 16);
SBX_AT(sbx_config_sink, cannot, 24);
SBX_AT(sbx_config_sink, consulted, 32);
SBX_AT(sbx_config_sink, error, 40);

SBX_SIZE(sbx_config_source, 32);
SBX_AT(sbx_config_source, size, 0);
SBX_AT(sbx_config_source, reserved, 4);
SBX_AT(sbx_config_source, configure, 8);
SBX_AT(sbx_config_source, read, 16);
SBX_AT(sbx_config_source, destroy, 24);

#undef SBX_LAYOUT
#undef SBX_SIZE
#undef SBX_AT

#endif /* SBX_ABI_DRAFT_CONFIG_SOURCE_LAYOUT_H_ */
