// SPDX-License-Identifier: MIT
#include "cli/request.hpp"
#include "core/platform/leftovers.hpp"
#include "core/report/report.hpp"

namespace sbx::cli {
namespace {

std::string_view NameOf(Leftover::State state) {
  switch (state) {
    case Leftover::State::kRemoved:
      return "removed";
    case Leftover::State::kInUse:
      return "in-use";
    case Leftover::State::kFailed:
      return "failed";
  }
  return "unknown";
}

}  // namespace

int CleanUp(const Arguments& arguments, const Host& host) {
  const auto request = RequestFor(arguments, host, Locate(host));
  if (!request)
    return Report(arguments, request.error());
  const std::vector<Leftover> found = RemoveLeftovers(*request->policy);
  JsonWriter json;
  json.BeginObject();
  json.Key("leftovers");
  json.BeginArray();
  bool failed = false;
  std::string text;
  for (const Leftover& leftover : found) {
    failed = failed || leftover.state == Leftover::State::kFailed;
    json.BeginObject();
    json.Bytes("path", leftover.path);
    json.Member("state", NameOf(leftover.state));
    json.EndObject();
    text += std::string(NameOf(leftover.state)) + " " + Visible(leftover.path) + "\n";
  }
  json.EndArray();
  json.EndObject();
  if (found.empty())
    text = "nothing is left behind\n";
  Print(arguments.Has(Option::kJson) ? json.text() + "\n" : text);
  return failed ? kCannot : 0;
}

}  // namespace sbx::cli
