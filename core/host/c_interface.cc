// SPDX-License-Identifier: MIT
#include <memory>
#include <utility>

#include "core/host/c_answer.hpp"
#include "core/host/c_options.hpp"
#include "sbx/sbx.h"

struct sbx_host_run {
  std::unique_ptr<sbx::host::Run> run;
  mutable std::string error;  // the outcome's, made when it is first asked for
};

namespace sbx::host {
namespace {

Result<Handlers> ToHandlers(const sbx_host_handlers* from) {
  Handlers handlers;
  if (from == nullptr)
    return handlers;
  auto known = ReadStruct(from, "the handlers of a run");
  if (!known)
    return known.failure();
  if (known->output != nullptr) {
    handlers.output = [h = *known](int stream, std::string_view bytes) {
      h.output(h.ctx, stream, bytes.data(), bytes.size());
    };
  }
  if (known->notice != nullptr) {
    handlers.notice = [h = *known](const std::string& sentence) {
      h.notice(h.ctx, sentence.c_str());
    };
  }
  if (known->exit != nullptr)
    handlers.exit = [h = *known](const Outcome&) { h.exit(h.ctx); };
  return handlers;
}

std::uint32_t ToEnd(Outcome::End end) {
  switch (end) {
    case Outcome::End::kExited:
      return SBX_HOST_EXITED;
    case Outcome::End::kSignaled:
      return SBX_HOST_SIGNALED;
    case Outcome::End::kTimedOut:
      return SBX_HOST_TIMED_OUT;
    case Outcome::End::kKilled:
      return SBX_HOST_KILLED;
    case Outcome::End::kNotExecuted:
      return SBX_HOST_NOT_EXECUTED;
    case Outcome::End::kNotStarted:
      break;
  }
  return SBX_HOST_NOT_STARTED;
}

}  // namespace

extern "C" {

sbx_status sbx_host_engine_new(const sbx_host_engine_options* options, sbx_host_engine** engine,
                               sbx_host_error* error) noexcept {
  return Guard(error, [&]() -> Result<void> {
    if (engine == nullptr)
      return Missing("a place for the engine");
    auto wanted = ToOptions(options);
    if (!wanted)
      return wanted.failure();
    auto made = Engine::Make(std::move(*wanted));
    if (!made)
      return made.failure();
    *engine = new sbx_host_engine{std::move(*made)};
    return {};
  });
}

void sbx_host_engine_free(sbx_host_engine* engine) noexcept {
  delete engine;
}

sbx_status sbx_host_policy_resolve(const sbx_host_engine* engine,
                                   const sbx_host_policy_options* options, sbx_host_policy** policy,
                                   sbx_host_error* error) noexcept {
  return Guard(error, [&]() -> Result<void> {
    if (engine == nullptr || policy == nullptr)
      return Missing("an engine or a place for a policy");
    auto wanted = ToPolicy(options);
    if (!wanted)
      return wanted.failure();
    auto made = engine->engine->Resolve(*wanted);
    if (!made)
      return made.failure();
    *policy = new sbx_host_policy{std::move(*made)};
    return {};
  });
}

void sbx_host_policy_free(sbx_host_policy* policy) noexcept {
  delete policy;
}

sbx_status sbx_host_check(const sbx_host_policy* policy, uint32_t access, const char* path,
                          int32_t* allowed, char* rule, size_t rule_size,
                          sbx_host_error* error) noexcept {
  return Guard(error, [&]() -> Result<void> {
    if (policy == nullptr || path == nullptr || allowed == nullptr) {
      return Missing("a policy, a path or a place for the answer");
    }
    *allowed = 0;
    if (access != SBX_ACCESS_READ && access != SBX_ACCESS_WRITE) {
      return Fail(SBX_E_INVALID, "check this kind of access", std::to_string(access));
    }
    auto judged = Check(policy->policy, static_cast<Access>(access), path);
    if (!judged)
      return judged.failure();
    *allowed = judged->allowed ? 1 : 0;
    Copy(judged->rule, rule, rule_size);
    return {};
  });
}

sbx_status sbx_host_check_tool(const sbx_host_policy* policy, sbx_str request, int32_t* allowed,
                               char* rule, size_t rule_size, sbx_host_error* error) noexcept {
  return Guard(error, [&]() -> Result<void> {
    if (policy == nullptr || allowed == nullptr)
      return Missing("a policy or a place for the answer");
    *allowed = 0;
    Copy("", rule, rule_size);
    auto judged = CheckTool(policy->policy, View(request));
    if (!judged)
      return judged.failure();
    *allowed = judged->allowed ? 1 : 0;
    for (const ToolFinding& finding : judged->findings) {
      if (finding.allowed)
        continue;
      Copy(finding.rule, rule, rule_size);
      break;
    }
    return {};
  });
}

sbx_status sbx_host_status(sbx_host_engine* engine, const sbx_host_policy* policy,
                           const char* runner, char* used, size_t used_size,
                           void (*each)(void* ctx, const sbx_host_enforcement* entry), void* ctx,
                           sbx_host_error* error) noexcept {
  return Guard(error, [&]() -> Result<void> {
    if (engine == nullptr || policy == nullptr)
      return Missing("an engine or a policy");
    auto status = engine->engine->StatusOf(policy->policy, runner == nullptr ? "auto" : runner);
    if (!status)
      return status.failure();
    Copy(status->runner, used, used_size);
    for (const Enforcement& entry : status->enforcement) {
      const sbx_host_enforcement shown = {sizeof shown,
                                          static_cast<uint32_t>(entry.level),
                                          entry.restriction,
                                          Borrow(entry.name),
                                          Borrow(entry.mechanism),
                                          Borrow(entry.gap),
                                          Borrow(entry.mend)};
      if (each != nullptr)
        each(ctx, &shown);
    }
    return {};
  });
}

sbx_status sbx_host_run_start(sbx_host_engine* engine, const sbx_host_policy* policy,
                              const sbx_host_launch* launch, const sbx_host_handlers* handlers,
                              sbx_host_run** run, sbx_host_error* error) noexcept {
  return Guard(error, [&]() -> Result<void> {
    if (engine == nullptr || policy == nullptr || run == nullptr) {
      return Missing("an engine, a policy or a place for the run");
    }
    auto wanted = ToLaunch(launch);
    if (!wanted)
      return wanted.failure();
    auto called = ToHandlers(handlers);
    if (!called)
      return called.failure();
    auto place = std::make_unique<sbx_host_run>();
    auto started = engine->engine->Start(policy->policy, std::move(*wanted), std::move(*called));
    if (!started)
      return started.failure();
    place->run = std::move(*started);
    *run = place.release();
    return {};
  });
}

int32_t sbx_host_run_poll_fd(const sbx_host_run* run) noexcept {
  return run->run->poll_fd();
}
void sbx_host_run_dispatch(sbx_host_run* run) noexcept {
  run->run->Dispatch();
}
void sbx_host_run_wait(sbx_host_run* run) noexcept {
  run->run->Wait();
}

int32_t sbx_host_run_wait_for(sbx_host_run* run, uint32_t ms) noexcept {
  return run->run->WaitFor(std::chrono::milliseconds(ms)) ? 1 : 0;
}

void sbx_host_run_kill(sbx_host_run* run) noexcept {
  run->run->Kill();
}
void sbx_host_run_signal(sbx_host_run* run, int32_t number) noexcept {
  run->run->Signal(number);
}

int32_t sbx_host_run_finished(const sbx_host_run* run) noexcept {
  return run->run->finished() ? 1 : 0;
}

sbx_status sbx_host_run_outcome(const sbx_host_run* run, sbx_host_outcome* outcome) noexcept {
  if (outcome == nullptr || !run->run->finished())
    return SBX_E_INVALID;
  return Guard(nullptr, [&]() -> Result<void> {
    const Outcome& end = run->run->outcome();
    const bool failed = end.end == Outcome::End::kNotExecuted ||
                        end.end == Outcome::End::kNotStarted || !end.error.operation.empty();
    // The sentence lives as long as the run: it is made at the first call.
    std::string& sentence = run->error;
    if (failed && sentence.empty())
      sentence = end.error.Sentence();
    sbx_host_outcome shown{};
    shown.end = ToEnd(end.end);
    shown.code = end.code;
    shown.signal = end.signal;
    shown.runner = Borrow(run->run->runner());
    shown.error = Borrow(sentence);
    shown.out_head = Borrow(end.out.head);
    shown.out_tail = Borrow(end.out.tail);
    shown.err_head = Borrow(end.err.head);
    shown.err_tail = Borrow(end.err.tail);
    shown.out_dropped = end.out.dropped;
    shown.err_dropped = end.err.dropped;
    shown.wall_us = static_cast<uint64_t>(end.wall.count());
    shown.user_us = static_cast<uint64_t>(end.user.count());
    shown.system_us = static_cast<uint64_t>(end.system.count());
    shown.peak_memory = end.peak_memory;
    Give(shown, outcome);
    return {};
  });
}

void sbx_host_run_free(sbx_host_run* run) noexcept {
  delete run;
}

}  // extern "C"

}  // namespace sbx::host
