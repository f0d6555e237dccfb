// SPDX-License-Identifier: MIT
//
// The fence of the C interface.
#include <array>
#include <memory>
#include <utility>

#include "core/host/c_answer.hpp"
#include "core/host/c_options.hpp"

struct sbx_host_fence {
  std::unique_ptr<sbx::host::Fence> fence;
};

namespace sbx::host {
namespace {

constexpr std::uint32_t kEveryFlag = SBX_HOST_OPEN_READ | SBX_HOST_OPEN_WRITE |
                                     SBX_HOST_OPEN_CREATE | SBX_HOST_OPEN_EXCLUSIVE |
                                     SBX_HOST_OPEN_TRUNCATE | SBX_HOST_OPEN_APPEND |
                                     SBX_HOST_OPEN_DIRECTORY | SBX_HOST_OPEN_NO_FOLLOW;

Failure Unknown(const char* what, std::uint32_t value) {
  return Fail(SBX_E_INVALID, "use " + std::string(what), std::to_string(value),
              "it is none that this version of sbx knows");
}

// The caller's place for a rule.
struct Place {
  char* text;
  std::size_t size;
};

// What every call has in common: `body` gets a string for the rule.
template <typename Body>
sbx_status Ask(sbx_host_fence* fence, const char* path, Place rule, sbx_host_error* error,
               Body body) noexcept {
  return Guard(error, [&]() -> Result<void> {
    if (fence == nullptr || path == nullptr)
      return Missing("a fence or a path");
    std::string denied;
    Result<void> done = body(*fence->fence, &denied);
    Copy(denied, rule.text, rule.size);
    return done;
  });
}

}  // namespace

extern "C" {

sbx_status sbx_host_fence_new(sbx_host_engine* engine, const sbx_host_policy* policy,
                              const sbx_host_fence_options* options, sbx_host_fence** fence,
                              sbx_host_error* error) noexcept {
  return Guard(error, [&]() -> Result<void> {
    if (engine == nullptr || policy == nullptr || fence == nullptr)
      return Missing("an engine, a policy or a place for the fence");
    auto known = ReadStruct(options, "the options of a fence");
    if (!known)
      return known.failure();
    FenceOptions wanted;
    if (known->runner != nullptr)
      wanted.runner = known->runner;
    if (known->patience_ms != 0)
      wanted.patience = std::chrono::milliseconds(known->patience_ms);
    auto place = std::make_unique<sbx_host_fence>();
    auto made = engine->engine->MakeFence(policy->policy, std::move(wanted));
    if (!made)
      return made.failure();
    place->fence = std::move(*made);
    *fence = place.release();
    return {};
  });
}

void sbx_host_fence_free(sbx_host_fence* fence) noexcept {
  delete fence;
}

void sbx_host_fence_cancel(sbx_host_fence* fence) noexcept {
  fence->fence->Cancel();
}

sbx_status sbx_host_fence_open(sbx_host_fence* fence, const char* path, uint32_t flags,
                               uint32_t mode, int32_t* fd, char* rule, size_t rule_size,
                               sbx_host_error* error) noexcept {
  if (fd != nullptr)
    *fd = -1;
  return Ask(fence, path, {rule, rule_size}, error,
             [&](Fence& asked, std::string* denied) -> Result<void> {
               if (fd == nullptr)
                 return Missing("a place for the descriptor");
               if ((flags & ~kEveryFlag) != 0)
                 return Unknown("flags to open with", flags);
               Opening how;
               const std::array<std::pair<std::uint32_t, bool*>, 8> bits = {{
                   {SBX_HOST_OPEN_READ, &how.read},
                   {SBX_HOST_OPEN_WRITE, &how.write},
                   {SBX_HOST_OPEN_CREATE, &how.create},
                   {SBX_HOST_OPEN_EXCLUSIVE, &how.exclusive},
                   {SBX_HOST_OPEN_TRUNCATE, &how.truncate},
                   {SBX_HOST_OPEN_APPEND, &how.append},
                   {SBX_HOST_OPEN_DIRECTORY, &how.directory},
                   {SBX_HOST_OPEN_NO_FOLLOW, &how.no_follow},
               }};
               for (const auto& [bit, wanted] : bits)
                 *wanted = (flags & bit) != 0;
               how.mode = mode;
               auto opened = asked.Open(path, how, denied);
               if (!opened)
                 return opened.failure();
               *fd = opened->release();
               return {};
             });
}

sbx_status sbx_host_fence_mkdir(sbx_host_fence* fence, const char* path, uint32_t mode, char* rule,
                                size_t rule_size, sbx_host_error* error) noexcept {
  return Ask(fence, path, {rule, rule_size}, error, [&](Fence& asked, std::string* denied) {
    return asked.MakeDirectory(path, mode, denied);
  });
}

sbx_status sbx_host_fence_rename(sbx_host_fence* fence, const char* from, const char* to,
                                 uint32_t replace, char* rule, size_t rule_size,
                                 sbx_host_error* error) noexcept {
  return Ask(fence, from, {rule, rule_size}, error,
             [&](Fence& asked, std::string* denied) -> Result<void> {
               if (to == nullptr)
                 return Missing("a second path");
               if (replace > SBX_HOST_RENAME_EXCHANGE)
                 return Unknown("a way to rename", replace);
               return asked.Rename(from, to, static_cast<Replacing>(replace), denied);
             });
}

sbx_status sbx_host_fence_remove(sbx_host_fence* fence, const char* path, uint32_t directory,
                                 char* rule, size_t rule_size, sbx_host_error* error) noexcept {
  return Ask(fence, path, {rule, rule_size}, error, [&](Fence& asked, std::string* denied) {
    return asked.Remove(path, directory != 0, denied);
  });
}

}  // extern "C"

}  // namespace sbx::host
