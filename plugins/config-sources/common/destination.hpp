// SPDX-License-Identifier: MIT
//
// Where a path leads that somebody named, and who decides that. A path may go through
// links, and whoever can change the folder that holds one of them chooses what is read,
// wherever that lies in the end.
#ifndef SBX_PLUGINS_CONFIG_SOURCES_COMMON_DESTINATION_HPP_
#define SBX_PLUGINS_CONFIG_SOURCES_COMMON_DESTINATION_HPP_

#include <string>

#include "plugins/config-sources/common/paths.hpp"
#include "plugins/config-sources/common/settings_file.hpp"

namespace sbx::sources {

struct Destination {
  std::string path;  // absolute and without links, as far as it exists
  // kUser where the folder of every link on the way, and what stands at the end, lie outside
  // of the workspace, and only the user and root can change them or what is above them. Then
  // nobody else can have made it lead there, nor can until it is read. Else kProject.
  Owner owner = Owner::kProject;
};

// `text` is absolute, begins with "~/", or is relative to the ground's base; every
// character as it is. What does not exist is nobody's: kProject.
[[nodiscard]] Destination Follow(const std::string& text, const Ground& ground);

}  // namespace sbx::sources

#endif  // SBX_PLUGINS_CONFIG_SOURCES_COMMON_DESTINATION_HPP_
