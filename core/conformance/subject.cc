// SPDX-License-Identifier: MIT
#include "core/conformance/subject.hpp"

#include <string>

#include "core/config_source/source.hpp"
#include "core/conformance/parcel.hpp"
#include "core/platform/conformance.hpp"
#include "core/review/reviewer.hpp"

namespace sbx {
namespace {

Result<sbx_restrictions> MakeOne(const Subject& subject, std::string_view interface_id) {
  const auto plugin = subject.open();
  if (!plugin)
    return plugin.failure();
  if (interface_id == SBX_RUNNER_INTERFACE) {
    const auto made = RunnerHandle::Create(*plugin->entry, {});
    if (!made)
      return made.failure();
    return (*made)->understood();
  }
  if (interface_id == SBX_REVIEWER_INTERFACE) {
    if (const auto made = Reviewer::Create(*plugin, {}, "/"); !made)
      return made.failure();
  } else if (const auto made = ConfigSource::Create(*plugin, {}, "/"); !made) {
    return made.failure();
  }
  return sbx_restrictions{0};
}

}  // namespace

Result<Subject> FindSubject(const Registry& registry, std::string_view id) {
  auto info = registry.Find(id);
  if (!info)
    return info.failure();
  Subject subject{*std::move(info), {}};
  subject.open = [&registry, id = subject.info.id] { return registry.Load(id, {}); };
  return subject;
}

Result<sbx_restrictions> TryInstance(const Subject& subject, std::string_view interface_id,
                                     std::chrono::milliseconds patience) {
  const auto end = RunApart(patience, [&](const Say& say) {
    const auto made = MakeOne(subject, interface_id);
    Parcel parcel;
    parcel.Put(made ? *made : 0);
    if (!made) {
      const Error& error = made.error();
      parcel.Put(static_cast<std::uint64_t>(error.status));
      parcel.Put(static_cast<std::uint64_t>(error.os_error));
      parcel.Put(error.operation).Put(error.subject).Put(error.hint);
    }
    say(parcel.bytes());
  });
  if (!end)
    return end.failure();
  const auto fail = [&](std::string why) {
    return Fail(SBX_E_UNSUPPORTED, "use the plugin", subject.info.file, std::move(why));
  };
  if (!end->fault.empty())
    return fail("opening it and making an instance of it " + end->fault);
  ParcelReader parcel(end->said);
  const sbx_restrictions understood = parcel.Number();
  if (parcel.Whole())
    return understood;
  Error error;
  error.status = static_cast<sbx_status>(parcel.Number());
  error.os_error = static_cast<int>(parcel.Number());
  error.operation = parcel.Text();
  error.subject = parcel.Text();
  error.hint = parcel.Text();
  if (!parcel.Whole() || error.status == SBX_OK)
    return fail("its process gave no answer");
  return Failure{std::move(error)};
}

}  // namespace sbx
