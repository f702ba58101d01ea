// Where a campaign's numbers come from: machine, source revisions, program, what is not randomized.
#pragma once

#include "executor/local_executor.h"
#include "store/facts.h"

// Stores the facts, the toolchains and revisions of the stations among them, and what was given up;
// `missing` are lines on factors that are not randomized.
NODISCARD bool provenance_record(const struct local_executor *executor,
                                 const struct text_list *missing, struct error *error);

// Of it what does not depend on the machine: version, revision of the experiment, time.
NODISCARD bool provenance_record_source(struct arena *arena, struct store *store,
                                        const struct spec *spec, struct error *error);

// What of that is otherwise now than the store says, for a campaign that is gone on with.
struct changes {
    struct text_list texts; // a line each
    struct text_list gone;  // programs that the store alone knows
    bool *cells;            // by cell: whether its samples would be of another kind now
    size_t affected;        // so many of them
    struct stored_fact *facts;
    size_t fact_count; // what would be stored now, if anything is otherwise
};
NODISCARD bool provenance_changes(const struct local_executor *executor, struct store *store,
                                  struct changes *changes, struct error *error);
