// SPDX-License-Identifier: MIT
#include "cli/completion.hpp"

#include "cli/request.hpp"

namespace sbx::cli {

int PrintCompletion(const Arguments& arguments) {
  const std::string shell = arguments.words.empty() ? "" : arguments.words.front();
  if (shell == "bash") {
    Print(BashCompletion());
  } else if (shell == "zsh") {
    Print(ZshCompletion());
  } else if (shell == "fish") {
    Print(FishCompletion());
  } else {
    return Report(arguments, Fail(SBX_E_INVALID, "complete for the shell", shell,
                                  "write: sbx completion bash, zsh or fish")
                                 .error);
  }
  return 0;
}

}  // namespace sbx::cli
