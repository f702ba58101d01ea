// Facts about toolchain and machine that decide which randomizers work here.
#pragma once

#include <stdbool.h>

// What a linker cannot do for a layout.
struct linker_limits {
    bool order_functions, order_objects, order_data; // arrange them as drawn
    bool set_offsets, set_image_base;
    bool place_functions;  // put single ones where they are asked for
    bool move_heap;        // by a constructor of the program
    bool keep_relocations; // in the program, for comparisons of functions
};

struct toolchain_facts {
    const char *linker; // its name, for messages
    struct linker_limits cannot;
    const char *instead;         // what to do about them, for messages
    const char *order_instead;   // about the order of functions
    bool builds;                 // eswexp links this program (sources, or directory with build)
    bool compiles;               // eswexp compiles it (sources)
    bool personality;            // personality(ADDR_NO_RANDOMIZE) is permitted
    bool low_stack_limit;        // the hard limit of the stack is below what aslr draws
    bool has_more_rights;        // of program_has_more_rights()
    const char *preload_error;   // why no program can be given eswexp's library, or NULL
    const char *preload_refusal; // of preload_refusal(); NULL: it loads libraries, or is not known
};
