# Debian's form of the installed files: compressed manual pages, a changelog, a copyright file, the
# folder of its zsh for packages.
set(share ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/usr/share)
set(doc ${share}/doc/eswexp)
file(REMOVE ${doc}/LICENSE)
file(RENAME ${share}/zsh/site-functions ${share}/zsh/vendor-completions)
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/copyright ${doc}/copyright)
execute_process(COMMAND date --utc --rfc-email --date=@$ENV{SOURCE_DATE_EPOCH} COMMAND_ERROR_IS_FATAL ANY
                OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE)
file(WRITE ${doc}/changelog "eswexp (${CPACK_DEBIAN_PACKAGE_VERSION}) unstable; urgency=medium

  * CHANGELOG.md lists the changes.

 -- ${CPACK_PACKAGE_CONTACT} <>  ${date}
")
file(GLOB pages ${share}/man/man*/*)
execute_process(COMMAND gzip -9n ${pages} ${doc}/changelog COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_INSTALL_DIRECTORY}
                COMMAND_ERROR_IS_FATAL ANY)
