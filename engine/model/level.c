// The names of the levels.
#include "model/level.h"

const char *level_name(enum level level)
{
    static const char *const names[] = {
        [LEVEL_ITERATION] = "iteration",
        [LEVEL_EXECUTION] = "execution",
        [LEVEL_BUILD] = "build",
        [LEVEL_MACHINE] = "machine",
    };
    return names[level];
}
