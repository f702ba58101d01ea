// The measurements of a bisection in its store: planned before they begin, and their results.
#pragma once

#include "base/error.h"
#include "campaign/bisection/search.h"
#include "store/facts.h"

// Measurement 1 compares the ends of the history in the bisection's own folder; the others have
// campaigns of their own below it.
struct journal_plan {
    char id[41]; // of the commit
    size_t blocks;
};

enum journal_outcome { JOURNAL_MEASURED, JOURNAL_BROKEN, JOURNAL_IDENTICAL, JOURNAL_TIMED_OUT };

struct journal_result {
    enum journal_outcome outcome;
    double build_s, reference_s, blocks_s, seconds; // as in struct search_result
};

// They replace what is there, and are on the disk.
NODISCARD bool journal_plan(const char *folder, size_t number, const struct journal_plan *plan,
                            struct error *error);
NODISCARD bool journal_end(const char *folder, size_t number, const struct journal_result *result,
                           struct error *error);

// Replaces the budget.
NODISCARD bool journal_extend(const char *folder, double budget_s, struct error *error);

// *found: whether the store has it. EXIT_USAGE: it cannot be read.
NODISCARD bool journal_planned(struct store *store, size_t number, struct journal_plan *plan,
                               bool *found, struct error *error);
NODISCARD bool journal_ended(struct store *store, size_t number, struct journal_result *result,
                             bool *found, struct error *error);

// As it was asked for. The names live in the arena.
struct journal_request {
    const char *good, *bad;
    const char *benchmark; // of a suite "SUITE/NAME"; NULL, of earlier versions: the only one
    struct search_rules rules;
};

enum { JOURNAL_FACTS = 6 };
void journal_facts(struct arena *arena, const struct journal_request *request,
                   struct stored_fact facts[JOURNAL_FACTS]);

// Whether `bisect` began the campaign.
bool journal_began(struct store *store, struct arena *arena);
NODISCARD bool journal_request(struct store *store, struct arena *arena,
                               struct journal_request *request, struct error *error);
