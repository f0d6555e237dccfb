# How targets of this project are made: one set of warnings, hardening and
# sanitizers, applied per target so that the freestanding helper stays free of
# them.
include(${CMAKE_CURRENT_LIST_DIR}/SbxPlugin.cmake)

add_library(sbx_flags INTERFACE)
target_compile_features(sbx_flags INTERFACE cxx_std_20 c_std_11)
target_compile_options(sbx_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Werror=switch -Werror=return-type
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # GCC 12 sees one in std::string + that is not there
  # Or the dynamic linker makes constants of inline functions one with a host's.
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>
  -fvisibility=hidden -fstack-protector-strong -ffunction-sections -fdata-sections
  $<$<COMPILE_LANGUAGE:CXX>:-fvisibility-inlines-hidden -Wnon-virtual-dtor -Woverloaded-virtual>
  $<$<BOOL:${SBX_WERROR}>:-Werror>)
if(NOT SBX_SANITIZE)
  target_compile_options(sbx_flags INTERFACE
    $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2 -ftrivial-auto-var-init=zero>)
endif()
target_compile_definitions(sbx_flags INTERFACE _GLIBCXX_ASSERTIONS BOOST_DLL_USE_STD_FS
  SPDLOG_HEADER_ONLY FMT_HEADER_ONLY
  BOOST_DISABLE_CURRENT_LOCATION)  # where a parser failed inside Boost: nobody reads it
target_include_directories(sbx_flags INTERFACE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/sdk/include)
# Code and constants share pages and relocations are packed: fewer of them to map
# and to touch at each start.
target_link_options(sbx_flags INTERFACE -Wl,-z,relro,-z,now -Wl,--gc-sections
  -Wl,-z,noseparate-code -Wl,-z,pack-relative-relocs)
if(SBX_SANITIZE)
  target_compile_options(sbx_flags INTERFACE -fsanitize=${SBX_SANITIZE} -fno-omit-frame-pointer
    -fno-sanitize-recover=all)
  target_link_options(sbx_flags INTERFACE -fsanitize=${SBX_SANITIZE})
else()
  # Programs and plugins carry their own standard library, hidden, so that a
  # plugin of another build cannot meet ours.
  add_library(sbx_static_runtime INTERFACE)
  target_link_options(sbx_static_runtime INTERFACE -static-libstdc++ -static-libgcc
    -Wl,--exclude-libs,ALL)
  target_sources(sbx_static_runtime INTERFACE ${PROJECT_SOURCE_DIR}/cmake/terminate.cc
    ${PROJECT_SOURCE_DIR}/cmake/exceptions.cc)
endif()

# sbx_library(name SOURCES… [DEPS…])
function(sbx_library name)
  cmake_parse_arguments(A "" "" "SOURCES;DEPS" ${ARGN})
  add_library(${name} STATIC ${A_SOURCES})
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(${name} PUBLIC sbx_flags ${A_DEPS})
endfunction()

# sbx_program(name SOURCES… [DEPS…])
function(sbx_program name)
  cmake_parse_arguments(A "" "" "SOURCES;DEPS" ${ARGN})
  add_executable(${name} ${A_SOURCES})
  target_link_libraries(${name} PRIVATE sbx_flags ${A_DEPS})
  if(TARGET sbx_static_runtime)
    target_link_libraries(${name} PRIVATE sbx_static_runtime)
  endif()
endfunction()

# The headers for plugins, as a target: what is installed as sbx::sdk.
add_library(sbx_sdk INTERFACE)
add_library(sbx::sdk ALIAS sbx_sdk)
target_include_directories(sbx_sdk INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/sdk/include> $<INSTALL_INTERFACE:include>)
set_target_properties(sbx_sdk PROPERTIES EXPORT_NAME sdk SBX_SDK_FOLDER ${PROJECT_SOURCE_DIR}/sdk/include)

# sbx_plugin(id SOURCES… [DEPS…] INTERFACES…): a bundled plugin, in
# <build>/lib/sbx/plugins.
function(sbx_plugin id)
  cmake_parse_arguments(A "" "" "SOURCES;DEPS;INTERFACES" ${ARGN})
  set(folder ${PROJECT_BINARY_DIR}/lib/sbx/plugins)
  set(target sbx-plugin-${id})
  sbx_add_plugin(${id} SOURCES ${A_SOURCES} INTERFACES ${A_INTERFACES} LIBRARIES sbx_flags ${A_DEPS}
    FOLDER ${folder})
  if(TARGET sbx_static_runtime)
    target_link_libraries(${target} PRIVATE sbx_static_runtime)
  endif()
  if(NOT SBX_SANITIZE)
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  if(SBX_INSTALL)
    install(TARGETS ${target} LIBRARY DESTINATION lib/sbx/plugins)
    install(FILES ${folder}/${id}.sbxplugin.json DESTINATION lib/sbx/plugins)
  endif()
endfunction()

# What is tested is built as it is shipped; the tests themselves are built fast.
set(SBX_TEST_OPTIONS -O0 $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-cpp>)

# sbx_test(name SOURCES… [DEPS…] [LABELS…] [ENVIRONMENT…] [SERIAL]): a GoogleTest
# program whose cases are ctest's.
function(sbx_test name)
  cmake_parse_arguments(A "SERIAL" "TIMEOUT" "SOURCES;DEPS;LABELS;ENVIRONMENT" ${ARGN})
  if(NOT A_TIMEOUT)
    set(A_TIMEOUT 60)
  endif()
  add_executable(${name} ${A_SOURCES})
  target_link_libraries(${name} PRIVATE sbx_flags ${A_DEPS} GTest::gmock GTest::gtest GTest::gtest_main)
  target_compile_options(${name} PRIVATE ${SBX_TEST_OPTIONS})
  target_precompile_headers(${name} REUSE_FROM sbx_test_headers)
  set(properties TIMEOUT ${A_TIMEOUT})
  if(A_LABELS)
    list(APPEND properties LABELS "${A_LABELS}")
  endif()
  if(A_ENVIRONMENT)
    list(APPEND properties ENVIRONMENT "${A_ENVIRONMENT}")
  endif()
  if(A_SERIAL)
    list(APPEND properties RUN_SERIAL TRUE)
  endif()
  gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 DISCOVERY_MODE PRE_TEST
    NO_PRETTY_VALUES PROPERTIES ${properties})
endfunction()
