/* SPDX-License-Identifier: MIT
 *
 * The layout of draft 0.2 of the contract, written down, as every compiler that
 * builds a plugin or a host checks it. sdk/ABI.md says which change is one of
 * which number; whoever changes a number here changes SBX_ABI_MINOR or
 * SBX_ABI_MAJOR in sbx/abi/plugin.h as well, or a plugin that was built before
 * reads the wrong bytes.
 *
 * For 64-bit systems, which are those that sbx runs on.
 */
#ifndef SBX_ABI_DRAFT_LAYOUT_H_
#define SBX_ABI_DRAFT_LAYOUT_H_

#include "sbx/abi/draft/runner.h"
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
SBX_LAYOUT(SBX_RESTRICTION_COUNT == 21, "a restriction was added or taken away");
SBX_LAYOUT(SBX_FS_PATTERN == UINT64_C(1) << 20, "a restriction has another bit");

SBX_SIZE(sbx_status, 4);
SBX_SIZE(sbx_restrictions, 8);
SBX_SIZE(sbx_str, 16);
SBX_AT(sbx_str, data, 0);
SBX_AT(sbx_str, size, 8);

SBX_SIZE(sbx_error_sink, 16);
SBX_AT(sbx_error_sink, ctx, 0);
SBX_AT(sbx_error_sink, report, 8);

SBX_SIZE(sbx_host, 16);
SBX_AT(sbx_host, size, 0);
SBX_AT(sbx_host, reserved, 4);
SBX_AT(sbx_host, version, 8);

SBX_SIZE(sbx_plugin_entry, 56);
SBX_AT(sbx_plugin_entry, magic, 0);
SBX_AT(sbx_plugin_entry, size, 8);
SBX_AT(sbx_plugin_entry, abi_major, 12);
SBX_AT(sbx_plugin_entry, abi_minor, 14);
SBX_AT(sbx_plugin_entry, flags, 16);
SBX_AT(sbx_plugin_entry, reserved, 20);
SBX_AT(sbx_plugin_entry, id, 24);
SBX_AT(sbx_plugin_entry, version, 32);
SBX_AT(sbx_plugin_entry, build_info, 40);
SBX_AT(sbx_plugin_entry, create, 48);

SBX_SIZE(sbx_zone, 72);
SBX_AT(sbx_zone, path, 0);
SBX_AT(sbx_zone, fd, 16);
SBX_AT(sbx_zone, parent, 20);
SBX_AT(sbx_zone, access, 24);
SBX_AT(sbx_zone, object, 28);
SBX_AT(sbx_zone, flags, 32);
SBX_AT(sbx_zone, reserved, 36);
SBX_AT(sbx_zone, dev, 40);
SBX_AT(sbx_zone, ino, 48);
SBX_AT(sbx_zone, rule, 56);

SBX_SIZE(sbx_policy, 120);
SBX_AT(sbx_policy, size, 0);
SBX_AT(sbx_policy, mode, 4);
SBX_AT(sbx_policy, generation, 8);
SBX_AT(sbx_policy, wanted, 16);
SBX_AT(sbx_policy, required, 24);
SBX_AT(sbx_policy, zones, 32);
SBX_AT(sbx_policy, zone_count, 40);
SBX_AT(sbx_policy, tmp, 48);
SBX_AT(sbx_policy, network, 52);
SBX_AT(sbx_policy, unix_sockets, 56);
SBX_AT(sbx_policy, uid, 60);
SBX_AT(sbx_policy, workspace, 64);
SBX_AT(sbx_policy, temp_root, 80);
SBX_AT(sbx_policy, temp_root_fd, 96);
SBX_AT(sbx_policy, reserved, 100);
SBX_AT(sbx_policy, links, 104);
SBX_AT(sbx_policy, link_count, 112);

SBX_SIZE(sbx_link, 32);
SBX_AT(sbx_link, path, 0);
SBX_AT(sbx_link, target, 16);

SBX_SIZE(sbx_step, 48);
SBX_AT(sbx_step, kind, 0);
SBX_AT(sbx_step, flags, 4);
SBX_AT(sbx_step, fd, 8);
SBX_AT(sbx_step, data_size, 12);
SBX_AT(sbx_step, data, 16);
SBX_AT(sbx_step, arg, 24);

SBX_SIZE(sbx_hold, 40);
SBX_AT(sbx_hold, kind, 0);
SBX_AT(sbx_hold, fd, 4);
SBX_AT(sbx_hold, fd2, 8);
SBX_AT(sbx_hold, reserved, 12);
SBX_AT(sbx_hold, access, 16);
SBX_AT(sbx_hold, name, 24);

SBX_SIZE(sbx_enforcement, 64);
SBX_AT(sbx_enforcement, restriction, 0);
SBX_AT(sbx_enforcement, level, 8);
SBX_AT(sbx_enforcement, reserved, 12);
SBX_AT(sbx_enforcement, mechanism, 16);
SBX_AT(sbx_enforcement, gap, 32);
SBX_AT(sbx_enforcement, mend, 48);

SBX_SIZE(sbx_plan, 136);
SBX_AT(sbx_plan, size, 0);
SBX_AT(sbx_plan, kind, 4);
SBX_AT(sbx_plan, steps, 8);
SBX_AT(sbx_plan, step_count, 16);
SBX_AT(sbx_plan, holds, 24);
SBX_AT(sbx_plan, hold_count, 32);
SBX_AT(sbx_plan, fds, 40);
SBX_AT(sbx_plan, fd_count, 48);
SBX_AT(sbx_plan, wrap, 56);
SBX_AT(sbx_plan, wrap_count, 64);
SBX_AT(sbx_plan, env, 72);
SBX_AT(sbx_plan, env_count, 80);
SBX_AT(sbx_plan, enforcement, 88);
SBX_AT(sbx_plan, enforcement_count, 96);
SBX_AT(sbx_plan, listen, 104);
SBX_AT(sbx_plan, reserved, 108);
SBX_AT(sbx_plan, explain, 112);
SBX_AT(sbx_plan, explain_count, 120);
SBX_AT(sbx_plan, owner, 128);

SBX_SIZE(sbx_launch, 56);
SBX_AT(sbx_launch, size, 0);
SBX_AT(sbx_launch, flags, 4);
SBX_AT(sbx_launch, argv, 8);
SBX_AT(sbx_launch, argc, 16);
SBX_AT(sbx_launch, cwd, 24);
SBX_AT(sbx_launch, temp_name, 40);

SBX_SIZE(sbx_setting, 32);
SBX_AT(sbx_setting, key, 0);
SBX_AT(sbx_setting, value, 16);

SBX_SIZE(sbx_failure, 24);
SBX_AT(sbx_failure, size, 0);
SBX_AT(sbx_failure, wait_status, 4);
SBX_AT(sbx_failure, wrapper_text, 8);

SBX_SIZE(sbx_runner, 80);
SBX_AT(sbx_runner, size, 0);
SBX_AT(sbx_runner, reserved, 4);
SBX_AT(sbx_runner, understood, 8);
SBX_AT(sbx_runner, configure, 16);
SBX_AT(sbx_runner, probe, 24);
SBX_AT(sbx_runner, compile, 32);
SBX_AT(sbx_runner, profile_destroy, 40);
SBX_AT(sbx_runner, bind, 48);
SBX_AT(sbx_runner, plan_destroy, 56);
SBX_AT(sbx_runner, classify, 64);
SBX_AT(sbx_runner, destroy, 72);

#undef SBX_LAYOUT
#undef SBX_SIZE
#undef SBX_AT

#endif /* SBX_ABI_DRAFT_LAYOUT_H_ */
