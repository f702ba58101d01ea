# The compiler takes the target's sources in batches, as its start and the headers cost more than
# most files. Without ESWEXP_BATCHES, as for clang-tidy, each is compiled alone.
option(ESWEXP_BATCHES "Compile several files at once" ON)
find_program(PYTHON_OF_BATCHES NAMES python3 HINTS /usr/bin)
function(compile_in_batches target alone) # alone: a regular expression, of sources that are not in batches
    if(NOT ESWEXP_BATCHES OR NOT PYTHON_OF_BATCHES)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    if(alone)
        list(FILTER sources EXCLUDE REGEX ${alone})
    endif()
    execute_process(
        COMMAND ${PYTHON_OF_BATCHES} ${CMAKE_SOURCE_DIR}/packaging/batches.py
                ${CMAKE_CURRENT_BINARY_DIR}/${target}.batches ${CMAKE_SOURCE_DIR}/engine ${sources}
        OUTPUT_VARIABLE placed OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    string(REPLACE "\n" ";" placed "${placed}")
    foreach(line ${placed})
        string(REGEX MATCH "^([0-9]+) (.*)$" line "${line}")
        set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP ${CMAKE_MATCH_1})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    target_compile_options(${target} PRIVATE -Wno-shadow) # another file's name is not hidden
endfunction()
