# <build>/sbx.spdx.json: what the product is made of, as SPDX 2.3, from the one list
# cmake/dependencies.json with the versions of this build.
file(READ ${PROJECT_SOURCE_DIR}/cmake/dependencies.json list)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/dependencies.json)

set(version_boost ${Boost_VERSION_STRING})
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  set(version_compiler ${CMAKE_CXX_COMPILER_VERSION})
endif()
# The version of the headers, which are those of the library that is linked.
execute_process(COMMAND ${CMAKE_CXX_COMPILER} -E -P -x c++ -
  INPUT_FILE ${PROJECT_SOURCE_DIR}/cmake/libc-version.h OUTPUT_VARIABLE version_libc COMMAND_ERROR_IS_FATAL ANY)
if(NOT version_libc MATCHES "glibc-is[ \n]+([0-9]+)[ \n]+([0-9]+)")
  message(FATAL_ERROR "The version of the C library could not be read from <features.h>")
endif()
set(version_libc ${CMAKE_MATCH_1}.${CMAKE_MATCH_2})

set(relationships "")
set(packages "")
string(JSON count LENGTH "${list}")
math(EXPR last "${count} - 1")
foreach(i RANGE ${last})
  foreach(key name package version licence)
    string(JSON ${key} GET "${list}" ${i} ${key})
  endforeach()
  string(REGEX REPLACE "[^A-Za-z0-9.-]" "-" id "${name}")
  set(version_info "")
  if(version_${version})
    set(version_info "\"versionInfo\": \"${version_${version}}\", ")
  endif()
  string(APPEND packages ",\n    {\"SPDXID\": \"SPDXRef-${id}\", \"name\": \"${name}\", ${version_info}"
    "\"downloadLocation\": \"NOASSERTION\", \"filesAnalyzed\": false, \"licenseConcluded\": \"${licence}\", "
    "\"licenseDeclared\": \"${licence}\", \"copyrightText\": \"NOASSERTION\", "
    "\"comment\": \"Debian package ${package}\"}")
  string(JSON ways LENGTH "${list}" ${i} linked)
  math(EXPR ways "${ways} - 1")
  foreach(way RANGE ${ways})
    string(JSON linked GET "${list}" ${i} linked ${way})
    if(linked STREQUAL "static" OR linked STREQUAL "header only")
      set(edge "SPDXRef-sbx STATIC_LINK SPDXRef-${id}")
    elseif(linked STREQUAL "dynamic")
      set(edge "SPDXRef-sbx DYNAMIC_LINK SPDXRef-${id}")
    elseif(linked STREQUAL "program")
      set(edge "SPDXRef-${id} OPTIONAL_DEPENDENCY_OF SPDXRef-sbx")
    else()
      message(FATAL_ERROR "cmake/dependencies.json: ${name} is linked in no known way: ${linked}")
    endif()
    string(REGEX REPLACE "(.+) (.+) (.+)"
      ",\n    {\"spdxElementId\": \"\\1\", \"relationshipType\": \"\\2\", \"relatedSpdxElement\": \"\\3\"}"
      edge "${edge}")
    string(APPEND relationships "${edge}")
  endforeach()
endforeach()
string(TIMESTAMP created "%Y-%m-%dT%H:%M:%SZ" UTC)  # SOURCE_DATE_EPOCH where it is set
string(SHA256 digest "${PROJECT_VERSION}${packages}${relationships}${created}")
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/sbx.spdx.json @ONLY CONTENT [[{
  "spdxVersion": "SPDX-2.3",
  "dataLicense": "CC0-1.0",
  "SPDXID": "SPDXRef-DOCUMENT",
  "name": "sbx-@PROJECT_VERSION@",
  "documentNamespace": "https://spdx.org/spdxdocs/sbx-@PROJECT_VERSION@-@digest@",
  "creationInfo": {"created": "@created@", "creators": ["Tool: sbx-build-@PROJECT_VERSION@"]},
  "packages": [
    {"SPDXID": "SPDXRef-sbx", "name": "sbx", "versionInfo": "@PROJECT_VERSION@", "downloadLocation": "NOASSERTION", "filesAnalyzed": false, "licenseConcluded": "MIT", "licenseDeclared": "MIT", "copyrightText": "Copyright (c) 2026 The sbx authors"}@packages@
  ],
  "relationships": [
    {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-sbx"}@relationships@
  ]
}
]])
