// SPDX-License-Identifier: MIT
#include "cli/ending.hpp"
#include "cli/request.hpp"
#include "core/config/forms.hpp"
#include "core/policy/git.hpp"
#include "core/policy/protect.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

// Below this the usual limit of open descriptors is enough for any policy.
constexpr std::size_t kManyOptions = 100;

void Write(JsonWriter& json, std::string_view name, const Captured& captured) {
  json.Bytes(name, captured.head + captured.tail);
  json.Key(std::string(name) + "HeadBytes");
  json.Number(static_cast<std::uint64_t>(captured.head.size()));
  json.Key(std::string(name) + "DroppedBytes");
  json.Number(captured.dropped);
  json.Key(std::string(name) + "Truncated");
  json.Bool(captured.dropped != 0);
}

std::string Document(const Arguments& arguments, const ResolvedPolicy& policy, const Launch& launch,
                     const Engine::Finished& finished, int code) {
  const Outcome& outcome = finished.outcome;
  JsonWriter json;
  json.BeginObject();
  json.Member("outcome", NameOf(outcome.end));
  json.Key("exitCode");
  json.Number(code);
  if (outcome.signal != 0) {
    json.Key("signal");
    json.Number(outcome.signal);
  }
  json.Member("runner", finished.runner);
  json.Member("mode", NameOf(policy.policy().mode));
  json.Bytes("workspace", policy.workspace());
  json.Member("session", launch.context.session);
  json.Member("origin", launch.context.origin);
  json.Member("enforced", OverallLevel(finished.enforcement, policy.wanted()));
  json.Key("enforcement");
  WriteEnforcement(json, finished.enforcement);
  Write(json, "stdout", outcome.out);
  Write(json, "stderr", outcome.err);
  json.Key("wallMicroseconds");
  json.Number(static_cast<std::uint64_t>(outcome.wall.count()));
  json.Key("userMicroseconds");
  json.Number(static_cast<std::uint64_t>(outcome.user.count()));
  json.Key("systemMicroseconds");
  json.Number(static_cast<std::uint64_t>(outcome.system.count()));
  json.Key("peakMemoryBytes");
  json.Number(outcome.peak_memory);
  json.Key("denials");
  WriteDenials(json, outcome.denials);
  json.Key("denialsDropped");
  json.Number(outcome.denials_dropped);
  json.Key("repositoriesMade");
  json.BeginArray();
  if (RepositoryWasMade(policy))
    json.String(policy.workspace());
  json.EndArray();
  if (outcome.end == Outcome::End::kNotExecuted) {
    json.Key("error");
    WriteError(json, outcome.error);
  }
  json.EndObject();
  (void)arguments;
  return json.text() + "\n";
}

// Limits are asked for one by one; the run goes on with less only aloud. The
// weaker restrictions that nobody asked for are in `status` and `--verbose`.
void NameWhatIsAsked(const std::vector<Enforcement>& enforcement) {
  for (const Enforcement& entry : enforcement) {
    if (entry.restriction != SBX_LIMITS || entry.level == SBX_LEVEL_FULL)
      continue;
    Note(entry.gap + (entry.mend.empty() ? "" : "; " + entry.mend));
  }
}

// What a person should know after a command that failed on a terminal.
void Hint(const ResolvedPolicy& policy, const Engine::Finished& finished) {
  if (policy.policy().mode == Mode::kDangerFullAccess)
    return;
  if (finished.outcome.end != Outcome::End::kExited || finished.outcome.code == 0)
    return;
  const std::vector<Denial>& denials = finished.outcome.denials;
  if (!denials.empty()) {
    Note(Sentence(denials.back()) + (denials.size() == 1
                                         ? ""
                                         : "; " + std::to_string(denials.size() - 1) +
                                               " others were refused: --json lists them"));
    return;
  }
  const bool git_config = ProtectionOf(policy.policy(), ProtectGroup::kGitConfig).has_value() &&
                          !policy.git_top().empty();
  Note("the command ended with " + std::to_string(finished.outcome.code) + " under " +
       std::string(NameOf(policy.policy().mode)) + " (" + finished.runner +
       "); if a file was refused, 'sbx explain PATH' names the rule and the option that allows it" +
       (git_config ? "; --no-protect git-config lets git write its configuration" : ""));
}

Result<std::chrono::milliseconds> GraceOf(const Arguments& arguments) {
  const auto grace = arguments.Last(Option::kGrace);
  if (!grace)
    return Ending::kUsualGrace;
  const auto parsed = config::DurationOf(*grace);
  if (!parsed) {
    return Fail(SBX_E_INVALID, "use the value of --grace", *grace,
                "it takes a time such as 500ms, 30s, 5m or 2h");
  }
  return std::chrono::milliseconds(*parsed);
}

}  // namespace

int RunCommand(const Arguments& arguments, const Host& host) {
  const bool shell = arguments.verb == Verb::kShell;
  if (!shell && arguments.command.empty()) {
    return Report(arguments, Fail(SBX_E_INVALID, "run nothing", {},
                                  "write the command behind '--': sbx -- command args…")
                                 .error);
  }
  const Installation installation = Locate(host);
  const std::optional<std::uint64_t> open_files =
      arguments.options.size() > kManyOptions ? RaiseFileLimit() : std::nullopt;
  auto request = RequestFor(arguments, host, installation);
  if (!request)
    return Report(arguments, request.error());
  const std::shared_ptr<const ResolvedPolicy>& policy = request->policy;
  auto launch = LaunchOf(arguments, host, *request);
  if (!launch)
    return Report(arguments, launch.error());
  launch->open_files = open_files;
  if (shell)
    UseShell(arguments, host, *policy, *launch);

  const bool quiet = arguments.Has(Option::kQuiet);
  if (!quiet) {
    for (const std::string& notice : NoticesOf(*request))
      Note(notice);
  }
  auto grace = GraceOf(arguments);
  if (!grace)
    return Report(arguments, grace.error());
  if (shell && !quiet && host.terminal[2])
    Greet(*policy);
  Engine engine(EngineOptionsOf(request->effective, installation, *policy), MakeOneShotSpawner());
  std::optional<SignalEvents> signals;
  RunEvents events;
  events.starting = [&](bool begins) {
    if (begins) {
      signals.emplace();
    } else {
      signals.reset();
    }
  };
  events.notice = [&](const std::string& sentence) {
    if (!quiet)
      Note(sentence);
  };
  Ending ending(*grace);
  const auto drive = [&](Run& run) {
    if (!quiet)
      NameWhatIsAsked(run.enforcement());
    ending.Drive(run, *signals);
  };
  const bool json = arguments.Has(Option::kJson);
  auto finished = engine.Execute(policy, json ? Launch(*launch) : std::move(*launch),
                                 request->effective.runner, events, drive);
  if (!finished)
    return Report(arguments, finished.error());

  const Outcome& outcome = finished->outcome;
  int code = outcome.code;
  if (outcome.end == Outcome::End::kTimedOut)
    code = kTimedOut;
  if (!quiet && host.terminal[2] && RepositoryWasMade(*policy)) {
    Note("a git repository was made in '" + policy->workspace() +
         "' during the run: its hooks and configuration may be the command's, and are protected "
         "from the next run on");
  }
  if (json) {
    Print(Document(arguments, *policy, *launch, *finished, code));
    EndProcess(code);
  }
  if (outcome.end == Outcome::End::kTimedOut && !quiet) {
    Note("the command was ended with its whole tree after --timeout " +
         arguments.Last(Option::kTimeout)
             .value_or(std::to_string(request->effective.timeout_ms.value_or(0)) + "ms"));
  }
  if (ending.out_of_patience() && !quiet) {
    Note("the command went on for " + std::to_string(grace->count()) +
         " ms after it was told to end, and was killed with its whole tree; --grace gives it "
         "longer");
  }
  if (outcome.end == Outcome::End::kNotExecuted)
    Note(outcome.error.Sentence());
  if (arguments.Has(Option::kVerbose)) {
    for (const Error& error : finished->passed_over)
      Note(error.Sentence());
    Note("enforced by " + finished->runner + ":");
    WriteAll(2, EnforcementTable(finished->enforcement));
  }
  // A shell ends with the status of its last command, which it has shown itself.
  if (!quiet && !shell && host.terminal[2])
    Hint(*policy, *finished);
  EndProcess(code);
}

}  // namespace sbx::cli
