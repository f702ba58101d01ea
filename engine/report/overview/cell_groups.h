// Groups of cells in words: whole values of an axis rather than cells one by one.
#pragma once

#include "analysis/findings.h"

// A group: "at every point", "for n=1000 at every size", "for n=8 to 64".
struct cell_group {
    const char *words; // with "in BENCHMARK" where there are several
    size_t *cells;
    size_t count;
};

struct cell_groups {
    struct cell_group *items;
    size_t count;
};

// Finds at most `most` groups among the cells whose flag is set (one flag per cell of the
// catalogue) and clears the flags of the grouped cells. The cells of a benchmark that share a value
// of an axis form a group if all their flags are set. With one axis only, three consecutive values
// form a group.
struct cell_groups cell_groups_of(struct arena *arena, const struct findings *findings, bool *cells,
                                  size_t most);

// "n=4000, size=64"; the whole name of the cell where there are several benchmarks, or no axes.
const char *point_wording(struct arena *arena, const struct findings *findings, size_t cell);

// "sort · n=1; sort · n=2; … and 37 more": the cells whose flag is set.
const char *cell_groups_wording(struct arena *arena, const struct findings *findings,
                                const bool *cells, size_t most);
