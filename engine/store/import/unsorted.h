// Samples that come one by one in any order: sorted outside memory, then stored like a campaign's.
#pragma once

#include "model/phase.h"
#include "store/store.h"

// What the samples have in common. Goes into an empty store_temporary().
struct unsorted_shape {
    const char *experiment;
    char *const *axes;
    size_t axis_count;
    bool has_execution, has_block, has_iteration; // such a column is there
};

// One sample. Labels may be any text; plain numbers among them sort as numbers.
struct unsorted_sample {
    const char *benchmark, *variant;
    char *const *point; // one value per axis
    enum phase phase;
    const char *machine, *block, *execution, *iteration; // iteration is not read without its column
    const char *metric, *unit;
    size_t line; // where it stands, for messages
    double value;
};

// What is wrong with the samples as a whole, and where; line 0: nothing is.
struct unsorted_mistake {
    size_t line;
    const char *text;
};

struct unsorted;

// Ends with unsorted_close() in any case; the samples are in the store after unsorted_finish().
NODISCARD struct unsorted *unsorted_open(struct store *store, const struct unsorted_shape *shape,
                                         struct error *error);
NODISCARD bool unsorted_add(struct unsorted *unsorted, const struct unsorted_sample *sample,
                            struct error *error);
NODISCARD bool unsorted_finish(struct unsorted *unsorted, struct unsorted_mistake *mistake,
                               struct error *error);
void unsorted_close(struct unsorted *unsorted);
