# What is installed beside the programs and plugins, and how it is packaged. All
# places are relative to the prefix, which every part finds from its own place.
include(CMakePackageConfigHelpers)
include(${CMAKE_CURRENT_LIST_DIR}/SbxBillOfMaterials.cmake)

set(generated ${PROJECT_BINARY_DIR}/share)
set(cmake_folder lib/cmake/sbx)

# Manual pages and completion, printed by the program itself.
add_custom_command(OUTPUT ${generated}/stamp
  COMMAND ${CMAKE_COMMAND} -DSBX=$<TARGET_FILE:sbx> -DOUT=${generated}
          -P ${PROJECT_SOURCE_DIR}/cmake/generate-share.cmake
  DEPENDS sbx ${PROJECT_SOURCE_DIR}/cmake/generate-share.cmake
  COMMENT "Printing manual pages and completion scripts" VERBATIM)
add_custom_target(sbx_share ALL DEPENDS ${generated}/stamp)
install(DIRECTORY ${generated}/man ${generated}/bash-completion ${generated}/zsh ${generated}/fish ${generated}/sbx
  DESTINATION share)

# For who writes plugins, and who embeds.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/include/sbx DESTINATION include
  FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/templates DESTINATION share/sbx USE_SOURCE_PERMISSIONS)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/schema DESTINATION share/sbx)
install(TARGETS sbx_sdk sbx_embed EXPORT sbx-targets ARCHIVE DESTINATION lib)
install(EXPORT sbx-targets NAMESPACE sbx:: DESTINATION ${cmake_folder})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/sbx-config.cmake.in
  ${PROJECT_BINARY_DIR}/sbx-config.cmake INSTALL_DESTINATION ${cmake_folder}
  NO_SET_AND_CHECK_MACRO)
# Nothing is frozen before 1.0, so another minor version is another thing.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/sbx-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/sbx-config.cmake ${PROJECT_BINARY_DIR}/sbx-config-version.cmake
  ${PROJECT_SOURCE_DIR}/cmake/SbxPlugin.cmake ${PROJECT_SOURCE_DIR}/cmake/plugin-exports.map
  DESTINATION ${cmake_folder})
foreach(name sbx-sdk sbx-host)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/${name}.pc.in ${PROJECT_BINARY_DIR}/${name}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION lib/pkgconfig)
endforeach()

# To build on.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/sdk/examples DESTINATION share/doc/sbx)

# To read.
file(GLOB documents CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/docs/*.md)
install(FILES ${documents} DESTINATION share/doc/sbx/docs)
install(FILES ${PROJECT_SOURCE_DIR}/sdk/ABI.md ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md
  ${PROJECT_BINARY_DIR}/sbx.spdx.json DESTINATION share/doc/sbx)

set(CPACK_PACKAGE_NAME sbx)
set(CPACK_PACKAGE_VENDOR "The sbx authors")
# Who packages sbx names an address that is read; this one cannot be.
set(CPACK_PACKAGE_CONTACT "The sbx authors <authors@sbx.invalid>" CACHE STRING "The maintainer that packages name")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "run a command confined by a policy")
set(CPACK_PACKAGE_DESCRIPTION "sbx runs a command, with everything it starts, so that
it can change and reach only what a policy names. There is no
container: host paths stay valid, nothing is copied, nothing is
started in advance. The headers for writing plugins, and the library
and headers for embedding it, are included.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS bubblewrap)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS python3)
set(CPACK_SBX_VERSION ${PROJECT_VERSION})
set(CPACK_SBX_LIBRARY_ARCHITECTURE ${CMAKE_LIBRARY_ARCHITECTURE})
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/debian-places.cmake)
include(CPack)
