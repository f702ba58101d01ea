# Links all libraries but glibc statically, for a program that runs wherever glibc is as new.
set(OF_GLIBC c m rt dl pthread)
function(link_statically prefix) # with the libraries that follow
    foreach(name ${ARGN})
        if(NOT name IN_LIST OF_GLIBC)
            find_library(STATIC_${name} NAMES lib${name}.a REQUIRED)
            list(APPEND found ${STATIC_${name}})
        endif()
    endforeach()
    list(REVERSE found) # the last of duplicates stays, behind all that need it
    list(REMOVE_DUPLICATES found)
    list(REVERSE found)
    set_target_properties(PkgConfig::${prefix} PROPERTIES INTERFACE_LINK_LIBRARIES "${found}")
    set(${prefix}_ARCHIVES ${found} PARENT_SCOPE)
endfunction()

# libgit2's pkg-config file omits what libssh2 needs. Of what libarchive links, tar and gzip need
# zlib alone; the formats that need the rest are not reached, and discarded.
link_statically(LIBRARIES ${LIBRARIES_STATIC_LIBRARIES} crypto z)
add_library(no_kerberos STATIC packaging/no_kerberos.c)
set_property(TARGET PkgConfig::LIBRARIES APPEND PROPERTY INTERFACE_LINK_LIBRARIES no_kerberos)
link_statically(ARCHIVE archive z)
add_link_options(-static-libgcc -Wl,--gc-sections)
