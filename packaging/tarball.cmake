# Packs the installed files, and writes the checksum beside the tarball.
set(name ${CPACK_PACKAGE_FILE_NAME})
set(tarball ${CPACK_PACKAGE_DIRECTORY}/${name}.tar.gz)

# The licences of the libraries inside, as their packages state them.
find_program(DPKG_QUERY dpkg-query)
if(DPKG_QUERY)
    set(licences ${CPACK_TEMPORARY_DIRECTORY}/share/doc/eswexp/licences)
    file(MAKE_DIRECTORY ${licences})
    foreach(archive ${CPACK_ESWEXP_ARCHIVES})
        execute_process(COMMAND ${DPKG_QUERY} -S ${archive} OUTPUT_VARIABLE owner ERROR_QUIET)
        string(REGEX REPLACE "[:,].*" "" owner "${owner}")
        if(owner AND EXISTS /usr/share/doc/${owner}/copyright)
            get_filename_component(library ${archive} NAME_WE)
            file(COPY_FILE /usr/share/doc/${owner}/copyright ${licences}/${library})
        endif()
    endforeach()
endif()

execute_process(
    COMMAND tar --create --format=gnu --sort=name --mtime=@$ENV{SOURCE_DATE_EPOCH} --owner=0 --group=0
            --numeric-owner --mode=u=rwX,go=rX "--transform=s,^\\.,${name}," -C ${CPACK_TEMPORARY_DIRECTORY} .
    COMMAND gzip -9n OUTPUT_FILE ${tarball} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND sha256sum ${name}.tar.gz WORKING_DIRECTORY ${CPACK_PACKAGE_DIRECTORY}
                OUTPUT_FILE ${tarball}.sha256 COMMAND_ERROR_IS_FATAL ANY)
message(STATUS "${tarball}")
