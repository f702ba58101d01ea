// Facts about toolchain and machine that decide which randomizers work here.
#pragma once

#include <stdbool.h>

enum linker_kind { LINKER_BFD, LINKER_LLD, LINKER_GOLD, LINKER_MOLD, LINKER_UNKNOWN };

struct toolchain_facts {
    enum linker_kind linker;
    bool builds;                 // eswexp links this program (sources, or directory with build)
    bool compiles;               // eswexp compiles it (sources)
    bool personality;            // personality(ADDR_NO_RANDOMIZE) is permitted
    const char *preload_refusal; // of preload_refusal(); NULL: it loads libraries, or is not known
};
