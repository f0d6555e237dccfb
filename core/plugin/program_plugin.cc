// SPDX-License-Identifier: MIT
#include "core/plugin/program_plugin.hpp"

#include "core/plugin/error_collector.hpp"

namespace sbx {
namespace {

using End = ProgramAnswer::End;

// What it wrote last on its standard error, for people.
std::string LastLine(std::string_view text) {
  while (text.ends_with('\n'))
    text.remove_suffix(1);
  const std::size_t newline = text.rfind('\n');
  if (newline != std::string_view::npos)
    text.remove_prefix(newline + 1);
  return PluginText(Borrow(text));
}

ProgramAnswer Unavailable(std::string why, const ProgramEnd& end) {
  const std::string last = LastLine(end.errors);
  if (!last.empty())
    why += ": " + last;
  return {End::kUnavailable, {}, std::move(why)};
}

}  // namespace

ProgramPlugin::ProgramPlugin(LoadedPlugin plugin, const std::string& home)
    : plugin_(std::move(plugin)),
      env_{"PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "HOME=" + home} {
}

ProgramAnswer ProgramPlugin::Ask(std::string_view document, std::chrono::milliseconds patience,
                                 std::size_t most_output, const std::stop_token& stop) const {
  const ProgramCall call{
      plugin_.program.get(), plugin_.file, env_, document, patience, most_output};
  auto end = RunProgram(call, stop);
  if (!end)
    return {End::kUnavailable, {}, end.error().Sentence()};
  switch (end->how) {
    case ProgramEnd::How::kExited:
      if (end->status == 0)
        return {End::kAnswered, std::move(end->output), {}};
      return Unavailable("it ended with status " + std::to_string(end->status), *end);
    case ProgramEnd::How::kSignaled:
      return Unavailable("it was ended by signal " + std::to_string(end->status), *end);
    case ProgramEnd::How::kTimedOut:
      return {
          End::kTimedOut, {}, "it had not ended after " + std::to_string(patience.count()) + " ms"};
    case ProgramEnd::How::kStopped:
      return {End::kStopped, {}, "nobody waits for it any more"};
    case ProgramEnd::How::kTooMuch:
      return {End::kTooMuch, {}, "it printed more than " + std::to_string(most_output) + " bytes"};
  }
  return {};
}

}  // namespace sbx
