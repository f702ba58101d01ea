// Which submodules a checkout has.
#pragma once

enum submodules {
    SUBMODULES_ALL,     // a missing one is an error
    SUBMODULES_PRESENT, // a missing one is an empty folder
    SUBMODULES_NONE,    // each is an empty folder
};
