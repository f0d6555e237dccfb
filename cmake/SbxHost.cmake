# libsbx-host.a, what embedders link as sbx::host: the core as one object of which
# only the C++ and the C interface can be seen. Nothing of it, of the libraries in it
# or of the standard library's templates in it can meet a host's own of another build,
# and a shared library of the host does not export it.
set(parts sbx_host_parts sbx_config sbx_config_files sbx_config_source sbx_denial sbx_engine sbx_report sbx_launch sbx_listener sbx_policy sbx_files sbx_host
  sbx_reaper sbx_plugin sbx_program sbx_trust)
set(part_files)
foreach(part ${parts})
  list(APPEND part_files $<TARGET_FILE:${part}>)
endforeach()
list(POP_FRONT part_files first)
set(object ${PROJECT_BINARY_DIR}/sbx-host.o)
# Without groups: a linker drops one of two that have a name in common.
add_custom_command(OUTPUT ${object}
  COMMAND ${CMAKE_CXX_COMPILER} -r -nostdlib -Wl,--force-group-allocation -o ${object}.all
          -Wl,--whole-archive ${first} -Wl,--no-whole-archive
          -Wl,--start-group ${part_files} -Wl,--end-group
  COMMAND ${CMAKE_OBJCOPY} --wildcard --keep-global-symbol=_ZN3sbx4host6Engine* --keep-global-symbol=_ZNK3sbx4host6Engine*
          --keep-global-symbol=_ZN3sbx4host14ResolvedPolicy* --keep-global-symbol=_ZNK3sbx4host14ResolvedPolicy*
          --keep-global-symbol=_ZN3sbx4host5Check* --keep-global-symbol=_ZNK3sbx4host5Check*
          --keep-global-symbol=_ZN3sbx4host9CheckTool*
          --keep-global-symbol=_ZN3sbx4host5Fence* --keep-global-symbol=_ZNK3sbx4host5Fence*
          --keep-global-symbol=_ZN3sbx4host3Run* --keep-global-symbol=_ZNK3sbx4host3Run*
          --keep-global-symbol=sbx_host_*
          --strip-unneeded ${object}.all ${object}
  DEPENDS ${parts} COMMENT "Joining the core for embedders" VERBATIM)
set_source_files_properties(${object} PROPERTIES EXTERNAL_OBJECT ON GENERATED ON)
add_library(sbx_embed STATIC ${object})
add_library(sbx::host ALIAS sbx_embed)
set_target_properties(sbx_embed PROPERTIES LINKER_LANGUAGE C EXPORT_NAME host OUTPUT_NAME sbx-host
  ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
target_include_directories(sbx_embed INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/sdk/include> $<INSTALL_INTERFACE:include>)
# What it was compiled with; a C program names no library of C++ by itself.
target_link_libraries(sbx_embed INTERFACE $<$<LINK_LANGUAGE:C>:stdc++> Threads::Threads ${CMAKE_DL_LIBS})
# Where the helper and the plugins are; a host may name another place.
target_compile_definitions(sbx_embed INTERFACE
  $<BUILD_INTERFACE:SBX_HOST_PREFIX="${PROJECT_BINARY_DIR}">
  $<INSTALL_INTERFACE:SBX_HOST_PREFIX="$<INSTALL_PREFIX>">)
