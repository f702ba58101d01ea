// Every build of a variant made again, for the addresses of its functions.
#pragma once

#include "analysis/symbols/search.h"
#include "replay/replay.h"

enum { SEARCH_BUILDS_LEAST = 20 };

// What a search takes; in the request's arena.
struct located_functions {
    struct searched_function *items; // by time in the profile, or the largest first
    size_t count;
    bool profiled;     // the campaign has a profile of the variant
    double *log_times; // by build
    size_t build_count;
    size_t cell, variant, metric; // indices in the catalogue
    struct planned_row last;      // of the last execution of a build
};

// Makes every build of the real experiment that the wish names again, and reads the addresses of at
// most so many functions. EXIT_USAGE: the builds draw no addresses, or are fewer than
// SEARCH_BUILDS_LEAST. EXIT_FAILED: a build is not the one that was measured.
NODISCARD bool replay_functions(const struct replay_request *request, size_t most,
                                struct located_functions *located, struct error *error);
