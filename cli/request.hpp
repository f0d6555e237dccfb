// SPDX-License-Identifier: MIT
//
// From the words of the command line to what the core takes: one function per
// thing, no decision about access.
#ifndef SBX_CLI_REQUEST_HPP_
#define SBX_CLI_REQUEST_HPP_

#include <memory>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "core/engine/engine.hpp"
#include "core/platform/host.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx::cli {

inline constexpr int kCannot = 125;    // sbx itself could not do it
inline constexpr int kDenied = 77;     // `check`: the policy says no
inline constexpr int kTimedOut = 124;  // the deadline of --timeout came

[[nodiscard]] Result<Policy> PolicyOf(const Arguments& arguments);

// Resolves the policy for this host; relative paths are those of `--cwd`, or of
// the working directory.
[[nodiscard]] Result<std::shared_ptr<const ResolvedPolicy>> ResolveFor(
    const Arguments& arguments, const Host& host, const Installation& installation);

[[nodiscard]] Result<EngineOptions> EngineOptionsOf(const Arguments& arguments,
                                                    const Installation& installation,
                                                    const ResolvedPolicy& policy);

[[nodiscard]] Result<Launch> LaunchOf(const Arguments& arguments, const Host& host,
                                      const ResolvedPolicy& policy);

// Makes the launch that of the user's shell, with marks by which its prompt shows
// that it is confined. What --env says of a mark is left.
void UseShell(const Arguments& arguments, const Host& host, const ResolvedPolicy& policy,
              Launch& launch);
// Says on a terminal what kind of shell begins.
void Greet(const ResolvedPolicy& policy);

[[nodiscard]] std::string RunnerChoice(const Arguments& arguments);

// The verbs. Each returns what the program exits with.
int RunCommand(const Arguments& arguments, const Host& host);
int ShowStatus(const Arguments& arguments, const Host& host);
int Explain(const Arguments& arguments, const Host& host);
int Check(const Arguments& arguments, const Host& host);
int RunDoctor(const Arguments& arguments, const Host& host);
int CleanUp(const Arguments& arguments, const Host& host);
int ListPlugins(const Arguments& arguments, const Host& host);
int TestPlugin(const Arguments& arguments, const Host& host);
int PrintCompletion(const Arguments& arguments);
int ShowVersion(const Arguments& arguments);
int ShowHelp(const Arguments& arguments);

// One sentence on standard error, or as JSON on standard output; returns 125.
int Report(const Arguments& arguments, const Error& error);
void Note(std::string_view sentence);
void Print(std::string_view text);

}  // namespace sbx::cli

#endif  // SBX_CLI_REQUEST_HPP_
