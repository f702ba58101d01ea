// The keys of the experiment file: rows of the grammar tables.
#pragma once

#include "base/arena.h"

#include <stddef.h>

// The kinds of node a key takes, and where the key may stand.
enum shape {
    SCALAR = 1,
    LIST = 2,
    MAP = 4,
    REQUIRED = 8,
    EXPERIMENT_ONLY = 16, // not in the `machine` or `randomize` of a benchmark or variant
    BENCHMARK_ONLY = 32,  // not in a variant
    OVERLAID = 64,        // merged into the experiment's map (overlaid()), which is then read
    NONEMPTY = 256,       // a list or map needs an entry
    MISPLACED = 128,      // often put here by mistake: `help` says where it belongs
};

// What a value means; of a list, what each item means.
enum value_type {
    TYPE_KEYS,     // no scalar: a map of keys
    TYPE_TEXT,     // any text
    TYPE_NAME,     // names files, columns and ${…}
    TYPE_CHOICE,   // one of `choices`
    TYPE_COUNT,    // a whole number within the range
    TYPE_SHARE,    // 5% or 0.05
    TYPE_DURATION, // in seconds: 10ms, 2h
    TYPE_SIZE,     // in bytes: 4096, 64Ki
    TYPE_AMOUNT,   // a number or a size
    TYPE_WORDS,    // words of a command line: a list, or a line that is split
    VALUE_TYPES,
};

struct keyword;
struct node;
struct reading;
typedef void reader(struct reading *reading, const struct keyword *keyword, const struct node *node,
                    void *at);

// A key of the experiment file. The file is checked and read by these rows; the reference, the
// manual page and the JSON Schema are made from them (reference/).
struct keyword {
    const char *name;            // of an entry: what stands for it, "BENCHMARK"
    unsigned shapes;             // enum shape
    enum value_type type;        // of a scalar, of items of a list
    size_t offset;               // of the member that is filled
    reader *read;                // NULL: that of the type
    double low, high;            // inclusive range of a number
    const char *const *choices;  // NULL-terminated; words beside the numbers of another type
    const char *pattern;         // extended regular expression of a text that is not one of those
    const struct keyword *keys;  // of a map with these keys
    unsigned without;            // flags of keys that may not stand in this map
    const struct keyword *entry; // of a map whose keys the author names, or a list: each of them
    const struct keyword *(*find_keys)(struct arena *arena); // `keys` that are made from a registry
    const char *fallback;                                    // default; NULL: none
    const char *example;                                     // a value, as YAML on one line
    const char *help;                                        // sentences
};

// The keys of a map, or NULL.
const struct keyword *keyword_keys(struct arena *arena, const struct keyword *keyword);

// The row of that name in a table, or NULL.
const struct keyword *keyword_find(const struct keyword *table, const char *name);
