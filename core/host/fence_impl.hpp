// SPDX-License-Identifier: MIT
//
// Fence::Impl: the confined process of a fence, started again when it is gone, and what
// the policy says where the kernel said no.
#ifndef SBX_CORE_HOST_FENCE_IMPL_HPP_
#define SBX_CORE_HOST_FENCE_IMPL_HPP_

#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/host/inner.hpp"
#include "core/platform/file_requests.hpp"
#include "core/policy/judge.hpp"
#include "sbx/host/fence.hpp"

namespace sbx::host {

struct Fence::Impl {
  Impl(std::shared_ptr<Inner::EngineImpl> engine, std::shared_ptr<const sbx::ResolvedPolicy> policy,
       FenceOptions options);

  // Starts the process with the first runner that does. [serial]
  Result<void> Start();

  // One name that a call is about.
  struct Subject {
    sbx::Access access = sbx::Access::kWrite;
    const std::string* path = nullptr;
    bool itself = false;  // the name, not what a link at its end leads to
  };
  // Asks; starts the process before where there is none, and ends it when no answer comes.
  // `changes`: not only a descriptor comes of it.
  Result<UniqueFd> Do(const char* operation, const std::vector<Subject>& subjects, bool changes,
                      std::string* rule, const std::function<FileReply(FileRequests&)>& ask);

  void Cancel();

  std::shared_ptr<Inner::EngineImpl> engine;  // outlives run
  const std::shared_ptr<const sbx::ResolvedPolicy> policy;
  const FenceOptions options;

  std::mutex calls;  // one call at a time

  mutable std::mutex state;  // of what follows; a call that goes on uses requests without it
  std::optional<FileRequests> requests;
  std::unique_ptr<sbx::Run> run;
  std::string runner;
  std::vector<sbx::Enforcement> enforcement;
  bool cancelled = false;
  bool leaves_open = false;  // something that the policy wants of files is not full

 private:
  struct Candidate {
    std::string id;
    Prepared prepared;
    std::vector<sbx::Enforcement> enforcement;
    bool whole = false;  // holds every restriction on files that is wanted
    bool steps = false;
  };
  std::vector<Candidate> Candidates(std::vector<Error>* reasons, std::vector<std::string>* ids);
  Result<void> Try(Candidate candidate);
  Result<void> Ready();
  void End();
  std::optional<Failure> Denied(const char* operation, const std::vector<Subject>& subjects,
                                std::string* rule) const;
  // The same of an opened object, looked at where it lies: its name may lead elsewhere by now.
  [[nodiscard]] bool Holds(sbx::Access access, int object_fd, const std::string& path) const;
  sbx::Launch launch_;
};

}  // namespace sbx::host

#endif  // SBX_CORE_HOST_FENCE_IMPL_HPP_
