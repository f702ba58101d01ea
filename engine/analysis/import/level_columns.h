// Levels of a CSV file by the names that others give them: "run", "fork", "rep".
#pragma once

#include "base/arena.h"
#include "base/error.h"
#include "base/text.h"

#include <stdint.h>

// From the outermost level; the order of the columns of samples.csv.
enum column_level { COLUMN_BLOCK, COLUMN_EXECUTION, COLUMN_ITERATION, COLUMN_LEVELS };

// A set of rows by their hashes. Zero-initialised is empty.
struct row_set {
    uint64_t *slots; // 0: free
    size_t count, room;
};

// A hash of one more text behind those of `hash`; begin with 0.
uint64_t row_hash(uint64_t hash, const char *text);

// Adds a hash; false: the set has it.
bool row_set_add(struct row_set *set, uint64_t hash);
bool row_set_has(const struct row_set *set, uint64_t hash);
void row_set_release(struct row_set *set);

enum { LEVEL_COLUMNS_MOST = 3 };

struct level_column {
    const char *name;
    size_t place; // index of the field
    enum column_level level;
    int depth;         // more is further within
    const char *first; // label
    const char *word;  // the first label that is no number of the level; NULL: none
    struct row_set labels;
    uint64_t latest; // hash of the label of the row before
    size_t changes;  // from row to row
};

// Columns that are named like a level. Zero-initialised is empty; nothing is added beyond the most,
// but counted.
struct level_columns {
    struct level_column items[LEVEL_COLUMNS_MOST];
    size_t count;
    struct row_set pairs[LEVEL_COLUMNS_MOST]; // of labels: 0 and 1, 0 and 2, 1 and 2
    struct row_set rows;                      // in all columns but the value
    bool has_equal_rows;
};

// False: the column is named like none.
bool level_columns_take(struct level_columns *columns, const char *name, size_t place);

// Takes the labels of a row with all its fields.
void level_columns_add(struct level_columns *columns, struct arena *arena, char *const *fields,
                       size_t count, size_t value);

// Chooses the level of each column. `given`: the file has columns with the levels' own names.
// Sets places (index + 1) and returns a sentence for the report, or NULL with why not, which names
// the remedy. Constant columns are left out.
const char *level_columns_choose(struct level_columns *columns, struct arena *arena,
                                 const bool given[COLUMN_LEVELS], size_t places[COLUMN_LEVELS],
                                 const char **why);

void level_columns_release(struct level_columns *columns);
