/* SPDX-License-Identifier: MIT
 *
 * The layout of sbx.reviewer/1 in draft 0.2 of the contract, as every compiler that
 * builds a plugin or a host checks it. See sbx/abi/draft/layout.h, which has what
 * all interfaces share.
 */
#ifndef SBX_ABI_DRAFT_REVIEWER_LAYOUT_H_
#define SBX_ABI_DRAFT_REVIEWER_LAYOUT_H_

#include "sbx/abi/draft/reviewer.h"
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

SBX_SIZE(sbx_grant, 32);
SBX_AT(sbx_grant, restriction, 0);
SBX_AT(sbx_grant, access, 8);
SBX_AT(sbx_grant, reserved, 12);
SBX_AT(sbx_grant, what, 16);

SBX_SIZE(sbx_denial, 56);
SBX_AT(sbx_denial, evidence, 0);
SBX_AT(sbx_denial, reserved, 4);
SBX_AT(sbx_denial, operation, 8);
SBX_AT(sbx_denial, path, 24);
SBX_AT(sbx_denial, rule, 40);

SBX_SIZE(sbx_turn, 24);
SBX_AT(sbx_turn, role, 0);
SBX_AT(sbx_turn, reserved, 4);
SBX_AT(sbx_turn, text, 8);

SBX_SIZE(sbx_review_request, 272);
SBX_AT(sbx_review_request, size, 0);
SBX_AT(sbx_review_request, flags, 4);
SBX_AT(sbx_review_request, id, 8);
SBX_AT(sbx_review_request, session, 24);
SBX_AT(sbx_review_request, tool, 40);
SBX_AT(sbx_review_request, origin, 56);
SBX_AT(sbx_review_request, deadline_ms, 60);
SBX_AT(sbx_review_request, argv, 64);
SBX_AT(sbx_review_request, argc, 72);
SBX_AT(sbx_review_request, arguments, 80);
SBX_AT(sbx_review_request, cwd, 96);
SBX_AT(sbx_review_request, workspace, 112);
SBX_AT(sbx_review_request, runner, 128);
SBX_AT(sbx_review_request, mode, 144);
SBX_AT(sbx_review_request, widen, 148);
SBX_AT(sbx_review_request, requested_mode, 152);
SBX_AT(sbx_review_request, exit_status, 156);
SBX_AT(sbx_review_request, grants, 160);
SBX_AT(sbx_review_request, grant_count, 168);
SBX_AT(sbx_review_request, writable, 176);
SBX_AT(sbx_review_request, writable_count, 184);
SBX_AT(sbx_review_request, justification, 192);
SBX_AT(sbx_review_request, denials, 208);
SBX_AT(sbx_review_request, denial_count, 216);
SBX_AT(sbx_review_request, stdout_tail, 224);
SBX_AT(sbx_review_request, stderr_tail, 240);
SBX_AT(sbx_review_request, dialogue, 256);
SBX_AT(sbx_review_request, turn_count, 264);

SBX_SIZE(sbx_verdict_sink, 16);
SBX_AT(sbx_verdict_sink, ctx, 0);
SBX_AT(sbx_verdict_sink, give, 8);

SBX_SIZE(sbx_reviewer, 40);
SBX_AT(sbx_reviewer, size, 0);
SBX_AT(sbx_reviewer, reserved, 4);
SBX_AT(sbx_reviewer, configure, 8);
SBX_AT(sbx_reviewer, review, 16);
SBX_AT(sbx_reviewer, cancel, 24);
SBX_AT(sbx_reviewer, destroy, 32);

#undef SBX_LAYOUT
#undef SBX_SIZE
#undef SBX_AT

#endif /* SBX_ABI_DRAFT_REVIEWER_LAYOUT_H_ */
