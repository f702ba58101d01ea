// Where a campaign's numbers come from: machine, source revisions, programs, gaps.
#pragma once

#include "executor/executor.h"
#include "store/facts.h"

// Stores the executor's records, the gaps that it found, and version, time and revision of the
// experiment.
NODISCARD bool provenance_record(const struct executor *executor, struct store *store,
                                 struct error *error);

// Differences between the executor's present records and a store, for a resumed campaign. Only for
// drivers with record_files() and fact_keys().
struct changes {
    struct text_list texts; // a line each
    struct text_list gone;  // programs that only the store has
    bool *cells;     // by cell: whether new samples would differ in kind from its stored ones
    size_t affected; // number of such cells
    struct stored_fact *facts;
    size_t fact_count; // the present facts, if there are changes
};
NODISCARD bool provenance_changes(const struct executor *executor, struct store *store,
                                  struct changes *changes, struct error *error);
