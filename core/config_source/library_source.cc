// SPDX-License-Identifier: MIT
#include "core/config_source/library_source.hpp"

#include <chrono>
#include <optional>
#include <utility>

#include "core/config_source/collector.hpp"
#include "core/plugin/aside.hpp"
#include "core/plugin/error_collector.hpp"
#include "core/plugin/table.hpp"

namespace sbx {
namespace {

constexpr char kOperation[] = "read the configuration with config source";

const char* MissingFunction(const sbx_config_source& table) {
  if (table.configure == nullptr)
    return "configure";
  if (table.read == nullptr)
    return "read";
  if (table.destroy == nullptr)
    return "destroy";
  return nullptr;
}

std::string_view Bytes(sbx_str text) {
  return text.data == nullptr ? std::string_view{} : View(text);
}

PlaceView Of(const sbx_place* place) {
  if (place == nullptr)
    return {};
  return {Bytes(place->file), place->line, place->column};
}

// The host's end of a sink.
Collector& Ear(void* ctx) {
  return *static_cast<Collector*>(ctx);
}
void TakeLayer(void* ctx, std::uint32_t kind, sbx_str file, sbx_str bytes) noexcept {
  Ear(ctx).File(kind, Bytes(file), Bytes(bytes));
}
void TakeValue(void* ctx, std::uint32_t kind, sbx_str key, sbx_str json,
               const sbx_place* place) noexcept {
  Ear(ctx).Value(kind, Bytes(key), Bytes(json), Of(place));
}
void TakeCannot(void* ctx, sbx_str key, sbx_str sentence, const sbx_place* place) noexcept {
  Ear(ctx).Gap(Bytes(key), Bytes(sentence), Of(place));
}
void TakeConsulted(void* ctx, sbx_str file) noexcept {
  Ear(ctx).Consulted(Bytes(file));
}
void TakeError(void* ctx, sbx_str sentence, const sbx_place* place) noexcept {
  Ear(ctx).Wrong(Bytes(sentence), Of(place));
}

std::uint32_t GiveVariable(void* ctx, sbx_str name, sbx_str* value) noexcept {
  const auto& context = *static_cast<const ConfigContext*>(ctx);
  const std::string_view wanted = Bytes(name);
  if (context.elevated || wanted.empty())
    return 0;
  for (const std::string_view entry : context.env) {
    if (entry.starts_with(wanted) && entry.substr(wanted.size()).starts_with('=')) {
      *value = Borrow(entry.substr(wanted.size() + 1));
      return 1;
    }
  }
  return 0;
}

// Everything that a read uses, so that one that is late has it still.
struct Reading {
  Reading(ConfigContext given, std::string id)
      : context(std::move(given)), collector(std::move(id)) {
    for (const std::string& folder : context.folders)
      folders.push_back(Borrow(folder));
    view.size = sizeof view;
    view.flags = context.elevated ? SBX_CONFIG_ELEVATED : 0;
    view.home = Borrow(context.home);
    view.folders = folders.data();
    view.folder_count = folders.size();
    view.workspace = Borrow(context.workspace);
    view.managed = Borrow(context.managed);
    view.deadline_ms = static_cast<std::uint32_t>(context.deadline.count());
    view.variable = &GiveVariable;
    view.variable_ctx = &context;
  }
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() = default;

  ConfigContext context;
  std::vector<sbx_str> folders;
  sbx_config_context view{};
  Collector collector;
  std::optional<Error> error;
};

}  // namespace

LibrarySource::LibrarySource(std::string id, const sbx_config_source& table, void* self)
    : ConfigSource(std::move(id)), table_(table), self_(self) {
}

LibrarySource::~LibrarySource() {
  table_.destroy(self_);
}

Result<std::shared_ptr<ConfigSource>> LibrarySource::Create(const sbx_plugin_entry& entry,
                                                            const std::vector<Setting>& settings) {
  const auto made = MakeTable(entry, SBX_CONFIG_SOURCE_INTERFACE, sizeof(sbx_config_source));
  if (!made)
    return made.failure();
  const auto table = CopyTable<sbx_config_source>(*made);
  if (const char* missing = MissingFunction(table)) {
    if (table.destroy != nullptr)
      table.destroy(made->self);
    return LacksFunction(SBX_CONFIG_SOURCE_INTERFACE, entry.id, missing);
  }
  std::shared_ptr<ConfigSource> source(new LibrarySource(entry.id, table, made->self));
  const auto configured = ConfigureInstance(table.configure, made->self,
                                            SBX_CONFIG_SOURCE_INTERFACE, source->id(), settings);
  if (!configured)
    return configured.failure();
  return source;
}

Result<CollectedConfig> LibrarySource::Read(const ConfigContext& context,
                                            const std::stop_token& stop) {
  if (lost_)
    return Fail(SBX_E_UNSUPPORTED, kOperation, id(), "an earlier read has not come back");
  const auto reading = std::make_shared<Reading>(context, id());
  const auto self = shared_from_this();
  const AsideEnd end = RunAside(
      [self, reading] {
        const sbx_config_sink sink = {&reading->collector, &TakeLayer,     &TakeValue,
                                      &TakeCannot,         &TakeConsulted, &TakeError};
        ErrorCollector errors(kOperation, self->id());
        const sbx_status status =
            self->table_.read(self->self_, &reading->view, &sink, errors.sink());
        if (status != SBX_OK)
          reading->error = errors.Take(status);
      },
      std::chrono::steady_clock::now() + context.deadline, stop);
  switch (end) {
    case AsideEnd::kDone:
      break;
    case AsideEnd::kNotStarted:
      return Fail(SBX_E_OS, kOperation, id(), "no thread could be started for it");
    case AsideEnd::kTimedOut:
      lost_ = true;
      return Fail(SBX_E_UNSUPPORTED, kOperation, id(),
                  "it had not ended after " + std::to_string(context.deadline.count()) + " ms");
    case AsideEnd::kStopped:
      lost_ = true;
      return Fail(SBX_E_UNSUPPORTED, kOperation, id(), "nobody waits for it any more");
  }
  // What it said is wrong comes first: it names the file.
  auto collected = reading->collector.Take();
  if (collected && reading->error)
    return Failure{*reading->error};
  return collected;
}

}  // namespace sbx
