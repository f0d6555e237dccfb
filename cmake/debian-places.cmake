# Run by CPack on what was installed, before it becomes a package: the names and
# places that Debian has for it.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
if(NOT EXISTS ${share})
  message(FATAL_ERROR "nothing was installed in ${share}")
endif()
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
file(RENAME ${share}/doc/sbx/LICENSE ${share}/doc/sbx/copyright)
file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9n ${pages} COMMAND_ERROR_IS_FATAL ANY)
