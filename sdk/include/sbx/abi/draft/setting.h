/* SPDX-License-Identifier: MIT
 *
 * Settings: what the host's configuration says to one plugin, handed to it
 * once, before anything else. A setting that a plugin does not know may be one
 * that was meant to close something, so it is never passed over.
 */
#ifndef SBX_ABI_DRAFT_SETTING_H_
#define SBX_ABI_DRAFT_SETTING_H_

#include "sbx/abi/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One setting. A key may come more than once where a plugin takes a list. A
 * plugin answers an unknown key, or a value that it cannot use, with
 * SBX_E_INVALID and a reason. Borrowed for the call. */
typedef struct sbx_setting {
  sbx_str key;
  sbx_str value;
} sbx_setting;

#ifdef __cplusplus
}
#endif

#endif /* SBX_ABI_DRAFT_SETTING_H_ */
