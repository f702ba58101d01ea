// The machines of campaigns, by their fingerprints, and the facts that differ between them.
#pragma once

#include "base/text.h"
#include "store/facts.h"
#include "store/store.h"

struct machine_side {
    const char *name; // "results/a", "results/a on node1" (one of several) or "this machine"
    struct stored_fact *facts;
    size_t count;
};

struct machine_sides {
    struct machine_side *items;
    size_t count;
};

// Adds the machine that measured a campaign, or each node of a cluster. `name` is the campaign's;
// NULL: the sides take the names of their hosts.
NODISCARD bool machines_add(struct arena *arena, struct store *store, const char *name,
                            struct machine_sides *sides, struct error *error);

// Adds this machine, whose /proc and /sys are below `root`.
void machines_add_here(struct arena *arena, const char *root, struct machine_sides *sides);

struct machine_difference {
    const char *fact;
    const char **values; // by side; NULL: not recorded there
};

struct machine_comparison {
    struct machine_difference *differences;
    size_t count;
    size_t same;   // facts that all sides have with equal values
    size_t missed; // facts that some side lacks, with equal values on the others
};

// A fact that is "not available" on some sides only is a difference. A fact that a side did not
// record is no difference, because older versions recorded fewer facts.
struct machine_comparison machines_compare(struct arena *arena, const struct machine_sides *sides);

// "measured on 2 machines that differ: governor (n1: performance, n2: powersave)", or NULL:
// one machine, or several with equal facts.
NODISCARD bool machines_wording(struct arena *arena, struct store *store, const char **words,
                                struct error *error);
