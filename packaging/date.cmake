# The time of all files in a package: that of the commit, unless SOURCE_DATE_EPOCH is given.
if(NOT DEFINED ENV{SOURCE_DATE_EPOCH})
    execute_process(COMMAND git -C ${CPACK_ESWEXP_SOURCE} log -1 --format=%ct
                    OUTPUT_VARIABLE seconds OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(NOT seconds) # sources without git: the last release
        file(STRINGS ${CPACK_ESWEXP_SOURCE}/CHANGELOG.md released REGEX "^## .*\\(" LIMIT_COUNT 1)
        string(REGEX REPLACE ".*\\((.*)\\)" "\\1" day "${released}")
        execute_process(COMMAND date -u -d "${day}" +%s COMMAND_ERROR_IS_FATAL ANY
                        OUTPUT_VARIABLE seconds OUTPUT_STRIP_TRAILING_WHITESPACE)
    endif()
    set(ENV{SOURCE_DATE_EPOCH} ${seconds})
endif()
