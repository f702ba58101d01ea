// Importing samples in any order: they are sorted outside memory, then stored like a campaign's.
#pragma once

#include "model/phase.h"
#include "store/store.h"

// What the samples have in common; for an empty store_temporary().
struct unsorted_shape {
    const char *experiment;
    char *const *axes;
    size_t axis_count;
    bool has_execution, has_block, has_iteration; // the file has this column
};

// One sample. Labels may be any text; plain numbers among them sort as numbers.
struct unsorted_sample {
    const char *benchmark, *variant;
    char *const *point; // one value per axis
    enum phase phase;
    const char *machine, *block, *execution, *iteration; // iteration is not read without its column
    const char *metric, *unit;
    size_t line; // in its file, for messages
    double value;
};

// The first mistake in the samples as a whole; line 0: there is none.
struct unsorted_mistake {
    size_t line;
    const char *text;
};

struct unsorted;

// Close the result in any case. The samples are in the store after unsorted_finish().
NODISCARD struct unsorted *unsorted_open(struct store *store, const struct unsorted_shape *shape,
                                         struct error *error);
NODISCARD bool unsorted_add(struct unsorted *unsorted, const struct unsorted_sample *sample,
                            struct error *error);
NODISCARD bool unsorted_finish(struct unsorted *unsorted, struct unsorted_mistake *mistake,
                               struct error *error);
void unsorted_close(struct unsorted *unsorted);
