// SPDX-License-Identifier: MIT
//
// From the words of the command line to what the core takes: one function per
// thing, no decision about access.
#ifndef SBX_CLI_REQUEST_HPP_
#define SBX_CLI_REQUEST_HPP_

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/options.hpp"
#include "core/config/effective.hpp"
#include "core/config/layers.hpp"
#include "core/config/merge.hpp"
#include "core/engine/engine.hpp"
#include "core/platform/host.hpp"
#include "core/policy/resolved_policy.hpp"

namespace sbx::cli {

inline constexpr int kCannot = 125;    // sbx itself could not do it
inline constexpr int kDenied = 77;     // `check`: the policy says no
inline constexpr int kTimedOut = 124;  // the deadline of --timeout came

// Everything that one run is: what the layers say, what that makes, and the same
// resolved for this host.
struct Request {
  config::Loaded loaded;
  config::Merged merged;  // of loaded.layers
  config::Effective effective;
  std::shared_ptr<const ResolvedPolicy> policy;
};

// What stands around the policy: the working directory is that of --cwd.
[[nodiscard]] Surroundings AroundOf(const Arguments& arguments, const Host& host,
                                    const Installation& installation);

// The command line and the environment as layers.
[[nodiscard]] Result<std::vector<config::Layer>> LayersOf(const Arguments& arguments,
                                                          const Host& host);
// Where the other layers are looked for.
[[nodiscard]] Result<config::Places> PlacesOf(const Arguments& arguments,
                                              const Surroundings& around);
// Asks config sources about `workspace`, with the plugins of this installation. Borrows `host`
// and `around`.
[[nodiscard]] std::function<Result<CollectedConfig>(const std::string& id)> AskerFor(
    const Host& host, const Surroundings& around, std::string workspace);
// All layers, merged, without `policy`.
[[nodiscard]] Result<Request> LoadFor(const Arguments& arguments, const Host& host,
                                      const Surroundings& around);
// The command line alone: for what has nothing to do with a workspace.
[[nodiscard]] Result<config::Effective> OptionsAlone(const Arguments& arguments, const Host& host);

// All of it; relative paths are those of `--cwd`, or of the working directory.
[[nodiscard]] Result<Request> RequestFor(const Arguments& arguments, const Host& host,
                                         const Installation& installation);

// What the layers have to tell people, then what resolving had.
[[nodiscard]] std::vector<std::string> NoticesOf(const Request& request);

[[nodiscard]] EngineOptions EngineOptionsOf(const config::Effective& effective,
                                            const Installation& installation,
                                            const ResolvedPolicy& policy);

[[nodiscard]] Result<Launch> LaunchOf(const Arguments& arguments, const Host& host,
                                      const Request& request);

// Makes the launch that of the user's shell, with marks by which its prompt shows
// that it is confined. What --env says of a mark is left.
void UseShell(const Arguments& arguments, const Host& host, const ResolvedPolicy& policy,
              Launch& launch);
// Says on a terminal what kind of shell begins.
void Greet(const ResolvedPolicy& policy);

// The verbs. Each returns what the program exits with.
int RunCommand(const Arguments& arguments, const Host& host);
int ShowStatus(const Arguments& arguments, const Host& host);
int Explain(const Arguments& arguments, const Host& host);
int Check(const Arguments& arguments, const Host& host);
int CheckToolCall(const Arguments& arguments, const Host& host);  // check tool
int RunDoctor(const Arguments& arguments, const Host& host);
int ShowConfiguration(const Arguments& arguments, const Host& host);
int WriteFirst(const Arguments& arguments, const Host& host);
int TrustProject(const Arguments& arguments, const Host& host);
int SwitchMode(const Arguments& arguments, const Host& host);
int CleanUp(const Arguments& arguments, const Host& host);
int ListPlugins(const Arguments& arguments, const Host& host);
int TestPlugin(const Arguments& arguments, const Host& host);
int PrintCompletion(const Arguments& arguments);
int ShowVersion(const Arguments& arguments);
int ShowHelp(const Arguments& arguments);

// Asks on the terminal and waits for a line; "y" or "yes" is yes. Without a
// terminal on both sides nobody can be asked, and the answer is nothing.
[[nodiscard]] std::optional<bool> Ask(const Host& host, const std::string& question);

// One sentence on standard error, or as JSON on standard output; returns 125.
int Report(const Arguments& arguments, const Error& error);
void Note(std::string_view sentence);
void Print(std::string_view text);

}  // namespace sbx::cli

#endif  // SBX_CLI_REQUEST_HPP_
