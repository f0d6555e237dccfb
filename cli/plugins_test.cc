// SPDX-License-Identifier: MIT
#include <chrono>
#include <string>
#include <string_view>
#include <utility>

#include "cli/plugin_named.hpp"
#include "cli/plugin_report.hpp"
#include "cli/plugin_suite.hpp"
#include "cli/request.hpp"
#include "core/config/forms.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

// As the help says.
constexpr std::chrono::milliseconds kTimeout{120000};

Result<std::chrono::milliseconds> TimeoutOf(const Arguments& arguments) {
  const auto text = arguments.Last(Option::kTimeout);
  if (!text)
    return kTimeout;
  const auto wanted = config::DurationOf(*text);
  if (!wanted || *wanted == 0 || *wanted > std::uint64_t{24} * 60 * 60 * 1000) {
    return Fail(SBX_E_INVALID, "use the value of --timeout", *text,
                "write a time of at most a day, like 90s or 5m");
  }
  return std::chrono::milliseconds(*wanted);
}

// Every line stands there as soon as it is known, and its beginning before: what hangs is
// seen to hang.
SuiteView Watch(const Subject& subject, const Host& host, bool verbose) {
  SuiteView view;
  view.contract = [&subject, first = true](std::string_view interface_id) mutable {
    if (std::exchange(first, false))
      Print(Visible(subject.info.id + " (" + subject.info.file + ")") + "\n");
    Print("\nContract of " + Visible(std::string(interface_id)) + "\n");
  };
  view.check_begins = [](std::string_view name) { Print(CheckBegin(name)); };
  view.check_ends = [verbose](const ContractCheck& check) { Print(CheckRest(check, verbose)); };
  if (host.terminal[2]) {
    view.attack = [made = std::size_t{0}](std::string_view attack) mutable {
      WriteAll(2, "\r\033[K" + std::to_string(++made) + "/" + std::to_string(Battery().size()) +
                      " " + std::string(attack));
    };
  }
  return view;
}

}  // namespace

int TestPlugin(const Arguments& arguments, const Host& host) {
  if (arguments.words[0] != "test" || arguments.words.size() != 2) {
    return Report(arguments, Fail(SBX_E_INVALID, "understand the words behind", "sbx plugins",
                                  "write: sbx plugins test FILE|ID")
                                 .error);
  }
  const auto timeout = TimeoutOf(arguments);
  if (!timeout)
    return Report(arguments, timeout.error());
  const auto until = Trial::Clock::now() + *timeout;
  Installation installation = Locate(host);
  const auto id = PluginNamed(arguments.words[1], host, installation);
  if (!id)
    return Report(arguments, id.error());
  const Registry registry(installation.plugin_folders, {}, installation.own_plugin_folder);
  const auto subject = FindSubject(registry, *id);
  if (!subject)
    return Report(arguments, subject.error());
  const bool as_json = arguments.Has(Option::kJson);
  const bool verbose = arguments.Has(Option::kVerbose);
  const SuiteView view = as_json ? SuiteView{} : Watch(*subject, host, verbose);
  const auto tested = TestAll(*subject, host, installation, until, view);
  if (!as_json && host.terminal[2])
    WriteAll(2, "\r\033[K");
  if (!tested)
    return Report(arguments, tested.error());
  Print(as_json ? SuiteJson(*tested) : EndText(*tested, verbose));
  return tested->End() == SuiteEnd::kPassed ? 0 : 1;
}

}  // namespace sbx::cli
