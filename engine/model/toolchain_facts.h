// Facts about toolchain and machine that decide which randomizers work here.
#pragma once

#include <stdbool.h>

enum linker_kind { LINKER_BFD, LINKER_LLD, LINKER_GOLD, LINKER_MOLD, LINKER_UNKNOWN };

struct toolchain_facts {
    enum linker_kind linker;
    bool builds;                 // eswexp links this program (sources, or directory with build)
    bool compiles;               // eswexp compiles it (sources)
    bool personality;            // personality(ADDR_NO_RANDOMIZE) is permitted
    bool low_stack_limit;        // the hard limit of the stack is below what aslr draws
    bool has_more_rights;        // of program_has_more_rights()
    const char *preload_refusal; // of preload_refusal(); NULL: it loads libraries, or is not known
};
