// Sets of values along one axis, drawn with characters.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct plotted {
    const double *sorted;
    size_t count; // at least 1
    double mean, deviation, median;
};

enum { PLOT_WIDTH_LEAST = 2, PLOT_WIDTH_MOST = 10000, PLOT_ROWS_MOST = 100 };

// The mark of a set: "x+*%#@O", then letters, and then all of them again.
char plot_mark(size_t set);

// A frame `width` columns wide inside. A value is a mark in its column, equal columns of one set
// stacked; below them a bar from a deviation below the mean to one above, with the mean (A) and the
// median (M), all sets in one row or each in its own. Where up to seven sets share a place, the
// mark's number is the bitwise or of theirs: "*" for the first two. For more than seven it is "&".
// Stacks higher than PLOT_ROWS_MOST are scaled down, and a line tells what a mark stands for.
void ascii_plot(FILE *out, const struct plotted *sets, size_t count, size_t width, bool apart);
