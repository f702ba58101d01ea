// What the steps of a judgement share: what is compared with what, and each single comparison.
#pragma once

#include "analysis/compare/comparison.h"
#include "stats/ratio_test.h"

// The same thing's indices in two catalogues.
struct couple {
    size_t old, new;
};

struct couples {
    struct couple *items;
    size_t count;
};

// What two findings, or two variants of the same, have in common.
struct match {
    const struct estimates *old, *new;
    struct couples cells, metrics, variants;
};

// One contrast on its way.
struct candidate {
    struct comparison comparison;
    struct ratio_test ratio_test;
    struct couple cell, metric, variant;
    bool primary;    // its metric is its cell's first
    bool by_machine; // pairs are machines, and blocks add none
};

struct candidates {
    struct candidate *items;
    size_t count;
};

// Everything that both campaigns have; variants but `floor_variant`. EXIT_USAGE if nothing.
NODISCARD bool match_campaigns(struct arena *arena, const struct estimates *old,
                               const struct estimates *new, const char *floor_variant,
                               struct match *match, struct error *error);
// Every variant with the first.
struct match match_variants(struct arena *arena, const struct estimates *estimates);

// Every cell, metric and pair of variants as a contrast with its names and estimates; the evidence
// is of sides that are not paired. Names go to `names`.
struct candidates candidates_of(struct arena *scratch, struct arena *names,
                                const struct match *match, const char *floor_variant);

// Pairs the sides of every trial by their blocks (or machines) where these are their top units.
NODISCARD bool candidates_pair(struct arena *scratch, struct store *store,
                               const struct estimates *estimates,
                               const struct candidates *candidates, struct error *error);

// Sets ratios, p, outcomes and what more it would take, and the judgement's floor and family.
void candidates_decide(struct arena *scratch, const struct candidates *candidates,
                       struct comparison_set *comparison_set);

// The contrasts in the order of a report, and the overalls, into the judgement.
void candidates_report(struct arena *scratch, struct arena *arena,
                       const struct candidates *candidates, const struct match *match,
                       struct comparison_set *comparison_set);
