// Shared by the two halves of an unsorted import: adding samples, and storing them sorted.
#pragma once

#include "base/text.h"
#include "store/database.h"
#include "store/import/unsorted.h"

enum { PIECE_VALUES = 1 << 16 }; // of one execution in one BLOB

// A level's label in the previous row: a number, or text with its NUL.
struct label {
    int64_t number;
    struct text text;
};

struct unsorted {
    struct store *store;
    struct unsorted_shape shape;
    struct text key;  // of the previous sample: mostly that of the next, too
    struct text next; // of the sample that comes
    int64_t stream;   // samples that share all but block, execution and iteration
    int64_t metric;
    // While storing: the open execution and its values.
    int64_t block, build, execution;
    struct label labels[3]; // of block, execution, iteration
    size_t first, count;
    double values[PIECE_VALUES];
};

// Moves all added samples to the tables of a campaign.
NODISCARD bool unsorted_store_all(struct unsorted *unsorted, struct unsorted_mistake *mistake,
                                  struct error *error);
