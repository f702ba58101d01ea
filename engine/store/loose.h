// Samples that come one by one in any order: sorted outside memory, then stored like a campaign's.
#pragma once

#include "store/store.h"

// What the samples have in common. Goes into an empty store_temporary().
struct loose_shape {
    const char *experiment;
    char *const *axes;
    size_t axis_count;
    bool has_execution, has_block, has_iteration; // such a column is there
};

// One sample. Labels may be any text; plain numbers among them sort as numbers.
struct loose_sample {
    const char *benchmark, *variant;
    char *const *point; // one value per axis
    enum phase phase;
    const char *machine, *block, *execution, *iteration; // iteration is not read without its column
    const char *metric, *unit;
    size_t line; // where it stands, for messages
    double value;
};

// What is wrong with the samples as a whole, and where; line 0: nothing is.
struct loose_mistake {
    size_t line;
    const char *text;
};

struct loose;

// Ends with loose_close() in any case; the samples are in the store after loose_finish().
NODISCARD struct loose *loose_open(struct store *store, const struct loose_shape *shape,
                                   struct error *error);
NODISCARD bool loose_add(struct loose *loose, const struct loose_sample *sample,
                         struct error *error);
NODISCARD bool loose_finish(struct loose *loose, struct loose_mistake *mistake,
                            struct error *error);
void loose_close(struct loose *loose);
