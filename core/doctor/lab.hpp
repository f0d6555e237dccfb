// SPDX-License-Identifier: MIT
//
// Lab: canaries in a private folder, for attacks to be aimed at. Everything an
// attack can touch is made here and nothing else: files outside a workspace, a
// workspace, and a companion process with servers, shared objects and a key.
// All of it is gone when the lab is.
#ifndef SBX_CORE_DOCTOR_LAB_HPP_
#define SBX_CORE_DOCTOR_LAB_HPP_

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/doctor/battery.hpp"
#include "core/platform/doctor.hpp"
#include "core/policy/policy.hpp"
#include "sbx/plugin/result.hpp"

namespace sbx {

struct LabOptions {
  std::string attack_program;       // absolute path of sbx-attack
  std::string parent = "/var/tmp";  // where the private folder is made: writable by the user,
                                    // and no temporary directory that targets may share
  std::string temp = "/tmp";        // a temporary directory that they may
};

class Lab {
 public:
  static Result<std::unique_ptr<Lab>> Make(LabOptions options);
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;
  ~Lab();

  // Puts every canary back as it was first.
  Result<void> Reset();

  // The command line of `attack`; fails when there is nothing of the kind that
  // it needs on this host, which the hint names.
  Result<std::vector<std::string>> CommandLine(const Attack& attack) const;

  // The policy that `attack` is made under, and the working directory.
  [[nodiscard]] Policy PolicyFor(const Attack& attack) const;
  [[nodiscard]] const std::string& WorkspaceFor(const Attack& attack) const;

  // What must be the same before and after a confined attack.
  [[nodiscard]] std::string State(const Attack& attack) const;

  Result<std::unique_ptr<Leak>> OpenLeak() const {
    return Leak::Open(outside_ + "/file", outside_);
  }

  Result<std::unique_ptr<Input>> OpenInput() const { return Input::Open(outside_ + "/file"); }

  // The two folders that hold everything on disk.
  [[nodiscard]] const std::string& folder() const { return folder_; }
  [[nodiscard]] const std::string& temp() const { return temp_; }

 private:
  explicit Lab(LabOptions options) : options_(std::move(options)) {}
  Result<void> Build();
  Result<void> StartVictim();
  Result<void> Describe();

  LabOptions options_;
  std::string folder_, temp_, outside_, inside_, bare_, tag_, canary_;
  std::unique_ptr<Companion> victim_;
  std::map<std::string, std::string, std::less<>> facts_;  // $NAME to value
};

}  // namespace sbx

#endif  // SBX_CORE_DOCTOR_LAB_HPP_
