// SPDX-License-Identifier: MIT
#include <cerrno>

#include "cli/request.hpp"
#include "core/config/layers.hpp"
#include "core/platform/config_files.hpp"

namespace sbx::cli {
namespace {

// Nothing in either file changes what holds without it.
constexpr std::string_view kUserText = R"({
  // What holds for every run of yours. 'sbx config explain' shows what counts and
  // why; docs/configuration.md has every key.
  "preset": "pi", // or pi-srt, droid, strict, srt
  // "mode": "workspace-write",
  "filesystem": {
    // "denyRead": ["~/.ssh", "~/.aws"],
    // "allowWrite": ["~/.cache"],
    // "tmp": "shared",
  },
  "network": {
    // "mode": "none",
  },
}
)";

constexpr std::string_view kProjectText = R"({
  // What holds for runs in this project. Who has not said 'sbx trust' takes from it
  // only what narrows. Relative paths begin at the folder that holds .sbx.
  "filesystem": {
    // "denyWrite": ["vendor"],
    // "allowWrite": ["../cache"],
  },
}
)";

}  // namespace

int WriteFirst(const Arguments& arguments, const Host& host) {
  const bool user = arguments.Has(Option::kUser);
  if (user == arguments.Has(Option::kProject)) {
    return Report(arguments, Fail(SBX_E_INVALID, "choose the file to write", {},
                                  "write: sbx init --user, or: sbx init --project")
                                 .error);
  }
  const Surroundings around = AroundOf(arguments, host, Locate(host));
  const auto places = PlacesOf(arguments, around);
  if (!places)
    return Report(arguments, places.error());
  const std::string folder =
      user ? places->config_home : places->workspace + "/" + config::kProjectFolder;
  if (folder.empty() || folder.front() != '/') {
    return Report(arguments, Fail(SBX_E_INVALID, "find your configuration", {},
                                  "set HOME or XDG_CONFIG_HOME to a folder")
                                 .error);
  }
  const std::string path = folder + "/" + config::kUserName;
  const std::string text(user ? kUserText : kProjectText);
  bool replace = arguments.Has(Option::kYes);
  auto written = config_files::Write(folder, config::kUserName, text, replace, !user);
  if (!written && written.error().os_error == EEXIST) {
    const auto answer = Ask(host, path + " is there already; replace it?");
    if (!answer.value_or(false)) {
      return Report(arguments, Fail(SBX_E_REFUSED, "write the file", path,
                                    answer ? "it is there and stays as it is"
                                           : "it is there already; --yes replaces it")
                                   .error);
    }
    written = config_files::Write(folder, config::kUserName, text, true, !user);
  }
  if (!written)
    return Report(arguments, written.error());
  Print("wrote " + path + "\n");
  return 0;
}

}  // namespace sbx::cli
