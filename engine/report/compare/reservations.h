// Reservations: what a reader must know before trusting a verdict (docs/compare.md,
// "Reservations").
#pragma once

#include "analysis/compare/comparison.h"
#include "analysis/findings.h"
#include "base/text.h"

// The worst first. Those up to RESERVATION_SIDE_DRIFT may bias a verdict; the others concern its
// precision.
enum reservation_kind {
    RESERVATION_CLOCK_AIM,
    RESERVATION_INPUTS_DIFFER,
    RESERVATION_FAILED_EXECUTIONS,
    RESERVATION_EXIT_CODES,
    RESERVATION_SESSIONS,
    RESERVATION_CAMPAIGNS_DIFFER,
    RESERVATION_FILES_DIFFER,
    RESERVATION_NOT_RANDOMIZED,
    RESERVATION_ONE_LAYOUT,
    RESERVATION_SIDE_DRIFT,
    RESERVATION_CLOCK_UNTRIED,
    RESERVATION_INPUTS_UNSEEN,
    RESERVATION_QUICK,
    RESERVATION_UNSTEADY_MACHINE,
    RESERVATION_DRIFT,
    RESERVATION_INTERFERENCE,
    RESERVATION_DEPENDENCE,
    RESERVATION_FEW_BLOCKS,
    RESERVATION_DEPENDENCE_UNKNOWN,
    RESERVATION_WHOLE_OBJECTS,
    RESERVATION_KINDS,
};

struct reservation {
    enum reservation_kind kind;
    const char *text;
};

// Of one comparison, in the order of kinds.
struct reservations {
    struct reservation *items;
    size_t count;
};

// What a comparison was made of.
struct comparison_sources {
    const struct findings *old, *new; // the same for one campaign; with diagnostics
    struct text_list files;           // differ between the sides, a sentence each
    struct text_list differences;     // of two campaigns, a sentence each
    bool began;                       // `compare` began the campaign: it can go on
};

// "failed_executions": the stable name of a kind.
const char *reservation_name(enum reservation_kind kind);

// Whether it may bias the verdict.
bool reservation_is_grave(const struct reservation *reservation);

bool has_grave(const struct reservations *reservations);
bool has_reservation(const struct reservations *reservations, enum reservation_kind kind);

// Those of each comparison of the set, in its order; none of comparisons without a verdict because
// the campaign is unfinished.
const struct reservations *reservations_of(struct arena *arena,
                                           const struct comparison_set *comparison_set,
                                           const struct comparison_sources *sources);
