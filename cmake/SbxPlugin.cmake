# sbx_add_plugin(ID SOURCES file… INTERFACES interface… [LIBRARIES target…] [FOLDER folder])
#
# Builds a plugin, the target sbx-plugin-ID: libsbx-ID.so, which exports its entry
# and nothing else and carries its own C++ runtime, with the manifest
# ID.sbxplugin.json that sbx reads first. Both go to FOLDER (else the current binary
# directory), which can be named in SBX_PLUGIN_PATH. Used by sbx itself and, after
# find_package(sbx), by everybody else.
include_guard()

function(sbx_add_plugin id)
  cmake_parse_arguments(A "" "FOLDER" "SOURCES;INTERFACES;LIBRARIES" ${ARGN})
  if(NOT id MATCHES "^[a-z0-9._-]+$" OR NOT A_SOURCES OR NOT A_INTERFACES OR A_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sbx_add_plugin(ID SOURCES file… INTERFACES interface… [LIBRARIES target…] "
      "[FOLDER folder]) was called with: ${ARGV}")
  endif()
  if(NOT A_FOLDER)
    set(A_FOLDER ${CMAKE_CURRENT_BINARY_DIR})
  endif()
  set(map ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/plugin-exports.map)
  set(target sbx-plugin-${id})
  add_library(${target} MODULE ${A_SOURCES})
  target_link_libraries(${target} PRIVATE sbx::sdk ${A_LIBRARIES})
  # The C++ headers need C++20, the C headers C11; a plugin may use one language only.
  set_target_properties(${target} PROPERTIES
    PREFIX lib OUTPUT_NAME sbx-${id} LINK_DEPENDS ${map} LIBRARY_OUTPUT_DIRECTORY ${A_FOLDER}
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON C_STANDARD 11 C_STANDARD_REQUIRED ON
    C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
  target_link_options(${target} PRIVATE -Wl,-z,relro,-z,now -Wl,--version-script=${map})
  if(NOT SBX_SANITIZE)
    target_link_options(${target} PRIVATE -static-libgcc $<$<LINK_LANGUAGE:CXX>:-static-libstdc++>)
  endif()

  # The interface number is that of the headers which it is built with.
  get_target_property(sdk sbx::sdk ALIASED_TARGET)
  if(NOT sdk)
    set(sdk sbx::sdk)
  endif()
  get_target_property(folders ${sdk} SBX_SDK_FOLDER)
  if(NOT folders)
    get_target_property(folders ${sdk} INTERFACE_INCLUDE_DIRECTORIES)
  endif()
  find_file(entry_header sbx/abi/plugin.h PATHS ${folders} NO_DEFAULT_PATH NO_CACHE REQUIRED)
  foreach(part MAJOR MINOR)
    file(STRINGS ${entry_header} line REGEX "^#define SBX_ABI_${part} [0-9]+")
    string(REGEX REPLACE "^[^0-9]*([0-9]+).*" "\\1" abi_${part} "${line}")
  endforeach()
  list(TRANSFORM A_INTERFACES REPLACE "(.+)" "\"\\1\"")
  string(JOIN ", " interfaces ${A_INTERFACES})
  file(CONFIGURE OUTPUT ${A_FOLDER}/${id}.sbxplugin.json @ONLY CONTENT [[{
  "id": "@id@",
  "file": "libsbx-@id@.so",
  "interfaces": [@interfaces@],
  "abi": {"major": @abi_MAJOR@, "minor": @abi_MINOR@}
}
]])
endfunction()
