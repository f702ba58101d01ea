// Facts about toolchain and machine that decide which randomizers work here.
#pragma once

#include <stdbool.h>

// What a linker cannot do for a layout.
struct linker_limits {
    bool order_functions, order_objects, order_data; // arrange them as drawn
    bool set_offsets, set_image_base;
    bool place_functions; // put single ones where they are asked for
};

struct toolchain_facts {
    const char *linker; // its name, for messages
    struct linker_limits cannot;
    bool builds;                 // eswexp links this program (sources, or directory with build)
    bool compiles;               // eswexp compiles it (sources)
    bool personality;            // personality(ADDR_NO_RANDOMIZE) is permitted
    const char *preload_refusal; // of preload_refusal(); NULL: it loads libraries, or is not known
};
