# Run by CPack on what was installed, before it becomes a package: the names and
# places that Debian has for it, and the files that it wants to be there.
set(usr ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr)
set(share ${usr}/share)
if(NOT EXISTS ${share})
  message(FATAL_ERROR "nothing was installed in ${share}")
endif()
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
file(RENAME ${share}/doc/sbx/LICENSE ${share}/doc/sbx/copyright)

# Where they are found when something is built for another architecture.
file(MAKE_DIRECTORY ${share}/pkgconfig ${usr}/lib/${CPACK_SBX_LIBRARY_ARCHITECTURE}/pkgconfig)
file(RENAME ${usr}/lib/pkgconfig/sbx-sdk.pc ${share}/pkgconfig/sbx-sdk.pc)
file(READ ${usr}/lib/pkgconfig/sbx-host.pc host)
string(REPLACE "\${pcfiledir}/../.." "\${pcfiledir}/../../.." host "${host}")
file(WRITE ${usr}/lib/${CPACK_SBX_LIBRARY_ARCHITECTURE}/pkgconfig/sbx-host.pc "${host}")
file(REMOVE_RECURSE ${usr}/lib/pkgconfig)

if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
  message(FATAL_ERROR "SOURCE_DATE_EPOCH is not set, so the package would be another each time")
endif()
set(ENV{LC_ALL} C)
string(TIMESTAMP date "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE ${share}/doc/sbx/changelog "sbx (${CPACK_SBX_VERSION}) unstable; urgency=medium

  * As version ${CPACK_SBX_VERSION} of the sources.

 -- ${CPACK_PACKAGE_CONTACT}  ${date}
")
file(WRITE ${share}/lintian/overrides/sbx
"# Runs before and inside namespaces in which there may be no C library to load, and it
# is what a program in there could replace.
sbx: statically-linked-binary [usr/libexec/sbx/sbx-init]
sbx: statically-linked-binary [usr/libexec/sbx/sbx-attack]
# A template to copy and change; nothing that the package runs needs Python.
sbx: python3-script-but-no-python3-dep python3 * [usr/share/sbx/templates/reviewer-py/reviewer.py]
")
file(GLOB pages ${share}/man/man1/*.1)
execute_process(COMMAND gzip -9n ${share}/doc/sbx/changelog ${pages} COMMAND_ERROR_IS_FATAL ANY)
