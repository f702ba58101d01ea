// What the campaign that sets and unsets suspected addresses shows.
#pragma once

#include "analysis/findings.h"
#include "store/store.h"

struct suspect_result {
    const char *name;                  // of its variant: "hash_mix at 48 modulo 64"
    const char *function, *other;      // other NULL: one function alone
    const struct variant_ratio *ratio; // of the suspect there to away; NULL: not measured
    bool confirmed;                    // its simultaneous interval excludes 1
};

struct symbols_conclusion {
    size_t hypotheses, functions, builds; // of the search
    struct suspect_result *suspects;
    size_t suspect_count, confirmed_count;
    const struct findings *findings; // NULL: nothing was suspected, or nothing was tried
};

// Whether `eswexp symbols` began the campaign.
bool symbols_began(struct store *store, struct arena *arena);

// Reads what the store remembers of the search, and the ratios of the findings.
NODISCARD bool symbols_conclude(struct arena *arena, struct store *store,
                                const struct findings *findings,
                                struct symbols_conclusion *conclusion, struct error *error);
