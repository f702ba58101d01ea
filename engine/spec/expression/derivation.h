// `derive`: quantities that are computed from the variants' means, with intervals.
#pragma once

#include "spec/expression/formula.h"

enum { DERIVATIONS_MOST = 100 };

// The sizes of the machine that steps are compared with.
enum derive_against { AGAINST_NOTHING, AGAINST_CACHES, AGAINST_LINE };

extern const char *const derive_against_words[]; // "", "caches", "line", NULL

struct derivation {
    const char *name, *text; // as written
    const char *unit;        // as written; NULL: it follows from the metric's
    enum derive_against against;
    struct formula formula; // its names are resolved
};
