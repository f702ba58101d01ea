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

// The mark of a set: "x+*%#@O", then letters, then the same marks again.
char plot_mark(size_t set);

// Draws a frame that is `width` columns wide inside. Each value is a mark in its column; marks of
// one set in one column are stacked. Below them, a bar reaches from one standard deviation below
// the mean to one above, with the mean (A) and the median (M). All bars share one row, or each has
// its own if `apart`. Where sets share a place, the number of the mark is the bitwise or of their
// numbers: "*" for the first two. In a plot of more than seven sets the mark is "&". Stacks higher
// than PLOT_ROWS_MOST are scaled down, and a line states how many values a mark stands for.
void ascii_plot(FILE *out, const struct plotted *sets, size_t count, size_t width, bool apart);
