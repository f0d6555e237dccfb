/* SPDX-License-Identifier: MIT
 *
 * The layout of the contract on 64-bit systems, written down. A change here is
 * a change for every plugin that has been built: append, or make a new id.
 */
#include <stddef.h>

#include "sbx/abi/draft/runner.h"
#include "sbx/abi/plugin.h"

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has another size")
#define AT(type, field, offset) \
  _Static_assert(offsetof(type, field) == (offset), #type "." #field " has moved")

SIZE(sbx_str, 16);
SIZE(sbx_error_sink, 16);
SIZE(sbx_host, 16);

SIZE(sbx_plugin_entry, 56);
AT(sbx_plugin_entry, magic, 0);
AT(sbx_plugin_entry, size, 8);
AT(sbx_plugin_entry, abi_major, 12);
AT(sbx_plugin_entry, abi_minor, 14);
AT(sbx_plugin_entry, flags, 16);
AT(sbx_plugin_entry, id, 24);
AT(sbx_plugin_entry, version, 32);
AT(sbx_plugin_entry, build_info, 40);
AT(sbx_plugin_entry, create, 48);

SIZE(sbx_zone, 72);
AT(sbx_zone, path, 0);
AT(sbx_zone, fd, 16);
AT(sbx_zone, parent, 20);
AT(sbx_zone, access, 24);
AT(sbx_zone, object, 28);
AT(sbx_zone, flags, 32);
AT(sbx_zone, dev, 40);
AT(sbx_zone, ino, 48);
AT(sbx_zone, rule, 56);

SIZE(sbx_policy, 104);
AT(sbx_policy, generation, 8);
AT(sbx_policy, wanted, 16);
AT(sbx_policy, required, 24);
AT(sbx_policy, zones, 32);
AT(sbx_policy, tmp, 48);
AT(sbx_policy, uid, 60);
AT(sbx_policy, workspace, 64);
AT(sbx_policy, temp_root, 80);
AT(sbx_policy, temp_root_fd, 96);

SIZE(sbx_step, 48);
AT(sbx_step, fd, 8);
AT(sbx_step, data_size, 12);
AT(sbx_step, data, 16);
AT(sbx_step, arg, 24);

SIZE(sbx_hold, 40);
AT(sbx_hold, access, 16);
AT(sbx_hold, name, 24);

SIZE(sbx_enforcement, 64);
AT(sbx_enforcement, level, 8);
AT(sbx_enforcement, mechanism, 16);
AT(sbx_enforcement, gap, 32);
AT(sbx_enforcement, mend, 48);

SIZE(sbx_plan, 136);
AT(sbx_plan, kind, 4);
AT(sbx_plan, steps, 8);
AT(sbx_plan, holds, 24);
AT(sbx_plan, fds, 40);
AT(sbx_plan, wrap, 56);
AT(sbx_plan, env, 72);
AT(sbx_plan, enforcement, 88);
AT(sbx_plan, listen, 104);
AT(sbx_plan, explain, 112);
AT(sbx_plan, owner, 128);

SIZE(sbx_launch, 56);
AT(sbx_launch, argv, 8);
AT(sbx_launch, cwd, 24);
AT(sbx_launch, temp_name, 40);

SIZE(sbx_setting, 32);
SIZE(sbx_failure, 24);

SIZE(sbx_runner, 80);
AT(sbx_runner, understood, 8);
AT(sbx_runner, configure, 16);
AT(sbx_runner, probe, 24);
AT(sbx_runner, compile, 32);
AT(sbx_runner, profile_destroy, 40);
AT(sbx_runner, bind, 48);
AT(sbx_runner, plan_destroy, 56);
AT(sbx_runner, classify, 64);
AT(sbx_runner, destroy, 72);

_Static_assert(SBX_RESTRICTION_COUNT == 19, "a restriction was added: append its bit");
_Static_assert(SBX_LIMITS == UINT64_C(1) << 18, "a restriction has another bit");
