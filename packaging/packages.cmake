# What cpack makes: a Debian package of the preset release, the tarball of the preset tarball.
# Both are the same bytes whenever and wherever the same commit is built with the same tools.
set(CPACK_PACKAGE_NAME eswexp)
set(CPACK_PACKAGE_CONTACT "eswexp developers")
set(CPACK_PACKAGE_VENDOR "eswexp developers")
set(CPACK_PACKAGE_DIRECTORY ${CMAKE_BINARY_DIR})
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS # whatever the umask
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/date.cmake)
set(CPACK_ESWEXP_SOURCE ${CMAKE_SOURCE_DIR}) # CPACK_ESWEXP_… are for the scripts of this folder

if(ESWEXP_STATIC)
    set(CPACK_GENERATOR External)
    set(CPACK_PACKAGE_FILE_NAME eswexp-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
    set(CPACK_EXTERNAL_ENABLE_STAGING ON)
    set(CPACK_EXTERNAL_PACKAGE_SCRIPT ${CMAKE_CURRENT_LIST_DIR}/tarball.cmake)
    set(CPACK_ESWEXP_ARCHIVES ${LIBRARIES_ARCHIVES} ${ARCHIVE_ARCHIVES} ${LIBIBERTY})
else()
    # The release of the system is in the version: its libraries are in the dependencies.
    cmake_host_system_information(RESULT SYSTEM QUERY DISTRIB_INFO)
    set(CPACK_GENERATOR DEB)
    set(CPACK_DEBIAN_PACKAGE_VERSION ${PROJECT_VERSION}~${SYSTEM_ID}${SYSTEM_VERSION_ID})
    set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
    set(CPACK_DEBIAN_PACKAGE_SECTION devel)
    set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
    set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "gcc | clang, python3-matplotlib, python3-numpy")
    set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"It repeats a measurement at every level at which it varies (build, execution,
iteration), draws a new memory layout for every build, decides from a pilot how
often to repeat each level, and reports means and speedups with intervals that
hold. It compares programs, compilers, flags and revisions.")
    set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/deb.cmake)
    if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)
        set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE arm64)
    elseif(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
        set(CPACK_DEBIAN_PACKAGE_ARCHITECTURE amd64)
    endif()
endif()
include(CPack)
