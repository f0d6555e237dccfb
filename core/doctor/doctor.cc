// SPDX-License-Identifier: MIT
#include "core/doctor/doctor.hpp"

#include <utility>

namespace sbx {
namespace {

// What sbx-attack says by its exit code.
enum Code : int { kPossible = 0, kRefusedCode = 10, kNothingHere = 20 };

std::string FirstLine(std::string text) {
  if (const auto end = text.find('\n'); end != std::string::npos)
    text.resize(end);
  return text;
}

// "refused EACCES open" without its first word.
std::string Reason(const std::string& text, std::string_view prefix) {
  std::string line = FirstLine(text);
  if (line.starts_with(prefix))
    line.erase(0, prefix.size());
  return line;
}

Enforcement ClaimOf(const Confined& confined, sbx_restrictions restriction) {
  for (const Enforcement& claim : confined.enforcement) {
    if (claim.restriction == restriction)
      return claim;
  }
  Enforcement none;
  none.restriction = restriction;
  return none;
}

Launch LaunchOf(const Lab& lab, const Attack& attack, std::vector<std::string> argv) {
  Launch launch;
  launch.argv = std::move(argv);
  launch.env = {"PATH=/usr/bin:/bin"};
  launch.cwd = lab.WorkspaceFor(attack);
  launch.in.kind = attack.has_input ? Stream::Kind::kInherit : Stream::Kind::kNull;
  launch.out.kind = Stream::Kind::kCapture;
  launch.err.kind = Stream::Kind::kCapture;
  launch.timeout = std::chrono::seconds(30);
  launch.keep = 4096;
  return launch;
}

// What this process has open while the attack is made.
struct Open {
  std::unique_ptr<Leak> leak;
  std::unique_ptr<Input> input;
};

Result<Open> Surround(const Lab& lab, const Attack& attack) {
  Open open;
  if (attack.leaks) {
    auto leak = lab.OpenLeak();
    if (!leak)
      return leak.failure();
    open.leak = std::move(*leak);
  }
  if (attack.has_input) {
    auto input = lab.OpenInput();
    if (!input)
      return input.failure();
    open.input = std::move(*input);
  }
  return open;
}

// What the confined run showed, together with what is left of the canaries.
void JudgeConfined(const Confined& confined, bool changed, Row& row) {
  const Outcome& outcome = confined.outcome;
  const std::string text = outcome.out.head + outcome.out.tail + outcome.err.head;
  if (outcome.end == Outcome::End::kExited && outcome.code == kPossible) {
    row.held = Held::kOpen;
    row.detail = Reason(text, "open ");
  } else if (changed) {
    row.held = Held::kOpen;
    row.detail = "a canary was changed: " + FirstLine(text);
  } else if (outcome.end == Outcome::End::kExited && outcome.code == kRefusedCode) {
    row.held = Held::kHeld;
    row.detail = Reason(text, "refused ");
  } else if (outcome.end == Outcome::End::kNotStarted) {
    row.held = Held::kRefusedRun;
    row.detail = outcome.error.Sentence();
  } else {
    row.held = Held::kUnclear;
    row.detail = "ended with " + std::to_string(outcome.code) + ": " + FirstLine(text);
  }
}

}  // namespace

std::string_view WordOf(Held held) {
  switch (held) {
    case Held::kHeld:
      return "held";
    case Held::kOpen:
      return "open";
    case Held::kNotApplicable:
      return "not applicable";
    case Held::kRefusedRun:
      return "run refused";
    case Held::kUnclear:
      return "unclear";
  }
  return "unclear";
}

Row MakeAttack(Lab& lab, const Attack& attack, const RunConfined& run) {
  Row row;
  row.attack = &attack;
  row.claim.restriction = attack.restriction;
  const auto stop = [&](Held held, std::string detail) {
    row.held = held;
    row.detail = std::move(detail);
    return row;
  };

  if (auto reset = lab.Reset(); !reset)
    return stop(Held::kUnclear, reset.error().Sentence());
  auto argv = lab.CommandLine(attack);
  if (!argv)
    return stop(Held::kNotApplicable, argv.error().hint);
  PlainEnd control;
  {
    auto around = Surround(lab, attack);
    if (!around)
      return stop(Held::kUnclear, around.error().Sentence());
    auto ended = RunPlain(*argv, lab.WorkspaceFor(attack), attack.has_input);
    if (!ended)
      return stop(Held::kUnclear, ended.error().Sentence());
    control = std::move(*ended);
  }
  const bool applies = control.code == kPossible;
  if (control.code == kNothingHere) {
    return stop(Held::kNotApplicable, Reason(control.text, "not applicable: "));
  }
  if (!applies && control.code != kRefusedCode) {
    return stop(Held::kUnclear, "unconfined: " + FirstLine(control.text));
  }

  if (auto reset = lab.Reset(); !reset)
    return stop(Held::kUnclear, reset.error().Sentence());
  argv = lab.CommandLine(attack);
  if (!argv)
    return stop(Held::kNotApplicable, argv.error().hint);
  auto around = Surround(lab, attack);
  if (!around)
    return stop(Held::kUnclear, around.error().Sentence());
  const std::string before = lab.State(attack);
  auto confined = run(lab.PolicyFor(attack), LaunchOf(lab, attack, *argv));
  const bool changed = lab.State(attack) != before;
  if (!confined) {
    row.held = Held::kRefusedRun;
    row.detail = confined.error().Sentence();
    return row;
  }
  row.claim = ClaimOf(*confined, attack.restriction);
  JudgeConfined(*confined, changed, row);
  // Impossible unconfined: only its success, which nobody should see, counts.
  if (!applies && row.held != Held::kOpen) {
    return stop(Held::kNotApplicable,
                "not possible unconfined: " + Reason(control.text, "refused "));
  }
  return row;
}

}  // namespace sbx
