// The machines of campaigns, by their fingerprints, and what differs between them.
#pragma once

#include "base/text.h"
#include "store/facts.h"
#include "store/store.h"

struct machine_side {
    const char *name; // "results/a", of several machines "results/a on node1", "this machine"
    struct stored_fact *facts;
    size_t count;
};

struct machine_sides {
    struct machine_side *items;
    size_t count;
};

// Adds the machine on which a campaign was measured, or each node of a cluster. `name` is the
// campaign's; NULL: the sides have the names of their hosts.
NODISCARD bool machines_add(struct arena *arena, struct store *store, const char *name,
                            struct machine_sides *sides, struct error *error);

// Adds the machine below `root`.
void machines_add_here(struct arena *arena, const char *root, struct machine_sides *sides);

struct machine_difference {
    const char *fact;
    const char **values; // by side; NULL: not recorded there
};

struct machine_comparison {
    struct machine_difference *differences;
    size_t count;
    size_t same;   // facts that all sides have alike
    size_t missed; // facts that some side does not have, and the others alike
};

// What one machine tells and another does not is a difference; what an older eswexp did not record
// is none.
struct machine_comparison machines_compare(struct arena *arena, const struct machine_sides *sides);

// "measured on 2 machines that differ: governor (n1: performance, n2: powersave)", or NULL: on one,
// or all alike.
NODISCARD bool machines_wording(struct arena *arena, struct store *store, const char **words,
                                struct error *error);
