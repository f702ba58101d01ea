// What the two halves of loose samples share: adding them, and storing them sorted.
#pragma once

#include "base/text.h"
#include "store/database.h"
#include "store/import/unsorted.h"

enum { PIECE_VALUES = 1 << 16 }; // of one execution that are stored as one BLOB

// A level's label as the row before had it: a number, or text with its NUL.
struct label {
    int64_t number;
    struct text text;
};

struct unsorted {
    struct store *store;
    struct unsorted_shape shape;
    struct text key;  // of the sample before: mostly the next one's, too
    struct text next; // of the sample that comes
    int64_t stream;   // samples that share all but block, execution and iteration
    int64_t metric;
    // While storing: the open execution and its values.
    int64_t block, build, execution;
    struct label labels[3]; // of block, execution, iteration
    size_t first, count;
    double values[PIECE_VALUES];
};

// Moves all that was added into the tables of a campaign.
NODISCARD bool unsorted_store_all(struct unsorted *unsorted, struct unsorted_mistake *mistake,
                                  struct error *error);
