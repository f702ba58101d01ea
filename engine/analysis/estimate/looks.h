// Looks: the moments, planned beforehand, at which a campaign's verdicts are computed, and the
// error probability that each may spend (docs/method.md, "Looks").
#pragma once

#include "store/facts.h"
#include "store/store.h"

struct look {
    // Of the α of a verdict: what the looks up to this one may spend. 1 is all that a campaign of
    // one look has.
    double share;
    const size_t *blocks; // by cell: of the real experiment so far
};

struct looks {
    struct look *items;
    size_t count, current; // current: from 1, the look whose blocks are planned
};

// Of a store; *looks is NULL if its campaign has only the look at its end.
NODISCARD bool looks_load(struct arena *arena, struct store *store, size_t cells,
                          const struct looks **looks, struct error *error);

enum { LOOKS_FACTS = 2 };

// The facts that say so, in the arena.
void looks_facts(struct arena *arena, const struct looks *looks, size_t cells,
                 struct stored_fact facts[LOOKS_FACTS]);

// The confidence of the interval at the current look of a cell, such that the intervals of all
// looks hold together with `confidence` [Jennison, Turnbull 1989]; NULL: `confidence`.
double looks_confidence(const struct looks *looks, size_t cell, double confidence);

// The probability that some look so far has a p as small; NULL: p.
double looks_p(const struct looks *looks, size_t cell, double p);
