// SPDX-License-Identifier: MIT
//
// The entry of a plugin in C++, shared by what exports a runner, a reviewer or a
// config source: the constant that the host looks for, checked before anything
// of the plugin is called.
//
// To link a plugin into a program (tests, static builds) compile it with
// -DSBX_PLUGIN_ENTRY_NAME=another_name and hand that entry to
// Registry::AddStatic.
#ifndef SBX_PLUGIN_ENTRY_HPP_
#define SBX_PLUGIN_ENTRY_HPP_

#include <cstddef>
#include <string>

#include "sbx/abi/draft/setting.h"
#include "sbx/abi/plugin.h"

#include "sbx/plugin/result.hpp"

#ifndef SBX_PLUGIN_ENTRY_NAME
#define SBX_PLUGIN_ENTRY_NAME sbx_plugin_entry_v1
#endif

#if defined(_WIN32)
#define SBX_PLUGIN_EXPORT __declspec(dllexport)
#else
#define SBX_PLUGIN_EXPORT __attribute__((visibility("default")))
#endif

#if defined(_LIBCPP_VERSION)
#define SBX_PLUGIN_LIBRARY "libc++"
#elif defined(__GLIBCXX__)
#define SBX_PLUGIN_LIBRARY "libstdc++"
#else
#define SBX_PLUGIN_LIBRARY "another standard library"
#endif

namespace sbx::plugin {

// What a plugin without settings says to the first one that it is given.
[[nodiscard]] inline Result<void> RefuseSettings(const sbx_setting* settings, std::size_t count) {
  if (count == 0)
    return {};
  return Fail(SBX_E_INVALID, "use the setting", std::string(View(settings[0].key)),
              "this plugin has no settings");
}

namespace detail {

using CreateFunction = decltype(sbx_plugin_entry::create);

constexpr sbx_plugin_entry MakeEntry(CreateFunction create, const char* id, const char* version) {
  return {SBX_PLUGIN_MAGIC,
          sizeof(sbx_plugin_entry),
          SBX_ABI_MAJOR,
          SBX_ABI_MINOR,
          0,
          0,
          id,
          version,
          __VERSION__ " with " SBX_PLUGIN_LIBRARY,
          create};
}

}  // namespace detail
}  // namespace sbx::plugin

// Defines the entry `symbol`, whose instances `create` makes.
#define SBX_PLUGIN_ENTRY(symbol, create, id, version)         \
  extern "C" SBX_PLUGIN_EXPORT const sbx_plugin_entry symbol; \
  constinit const sbx_plugin_entry symbol = ::sbx::plugin::detail::MakeEntry(&(create), id, version)

#endif  // SBX_PLUGIN_ENTRY_HPP_
