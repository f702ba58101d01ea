// Sets of values along one axis, drawn with characters.
#include "report/ministat/ascii_plot.h"

#include "base/arena.h"

#include <math.h>
#include <string.h>

static const char marks[] = "x+*%#@OabcdefghijklmnopqrstuvwyzABCDEFGHIJKLMNPQRSTUVWXYZ";
enum { MARKS_OF_FEW = 7, MARK_OF_SEVERAL = '&' };

char plot_mark(size_t set)
{
    return marks[set % (sizeof marks - 1)];
}

// The columns of values, and the number of values of each set in a column.
struct plot {
    const struct plotted *sets;
    size_t count, width;
    double low, step;
    size_t *stacks; // [set * width + column]
};

static size_t column_of_value(const struct plot *plot, double value)
{
    double column = floor((value - plot->low) / plot->step + 0.5);
    return (size_t)fmin(fmax(column, 0), (double)plot->width - 1);
}

static void set_axis(struct plot *plot)
{
    double low = INFINITY, high = -INFINITY;
    for (const struct plotted *set = plot->sets; set < plot->sets + plot->count; set++) {
        low = fmin(low, fmin(set->sorted[0], set->mean - set->deviation));
        high = fmax(high, fmax(set->sorted[set->count - 1], set->mean + set->deviation));
    }
    plot->low = low;
    plot->step = (high - low) / (double)(plot->width - 1);
}

// The height of the highest stack.
static size_t stack_up(struct plot *plot)
{
    size_t highest = 0;
    for (size_t k = 0; k < plot->count; k++) {
        for (size_t i = 0; i < plot->sets[k].count; i++) {
            size_t column = column_of_value(plot, plot->sets[k].sorted[i]);
            size_t height = ++plot->stacks[k * plot->width + column];
            highest = height > highest ? height : highest;
        }
    }
    return highest;
}

// The mark in a column above `below` values of every set.
static char mark_at(const struct plot *plot, size_t column, size_t below)
{
    size_t number = 0, seen = 0, last = 0;
    for (size_t k = 0; k < plot->count; k++) {
        if (plot->stacks[k * plot->width + column] <= below)
            continue;
        number |= k + 1;
        last = k;
        seen++;
    }
    if (seen == 0)
        return ' ';
    if (seen == 1)
        return plot_mark(last);
    return plot->count <= MARKS_OF_FEW ? plot_mark(number - 1) : MARK_OF_SEVERAL;
}

static void print_edge(FILE *out, size_t width)
{
    fputc('+', out);
    for (size_t i = 0; i < width; i++)
        fputc('-', out);
    fputs("+\n", out);
}

static void print_stacks(FILE *out, const struct plot *plot, size_t highest)
{
    size_t each = highest > 0 ? (highest - 1) / PLOT_ROWS_MOST + 1 : 1;
    if (each > 1)
        fprintf(out, "[a mark stands for up to %zu values]\n", each);
    print_edge(out, plot->width);
    for (size_t row = (highest + each - 1) / each; row-- > 0;) {
        fputc('|', out);
        for (size_t i = 0; i < plot->width; i++)
            fputc(mark_at(plot, i, row * each), out);
        fputs("|\n", out);
    }
}

// In a bar the mean covers the median, both cover the ends, and a line covers nothing.
static void add_bar(const struct plot *plot, const struct plotted *set, char *bar)
{
    size_t left = column_of_value(plot, set->mean - set->deviation);
    size_t right = column_of_value(plot, set->mean + set->deviation);
    for (size_t i = left; i <= right; i++)
        bar[i] = bar[i] == ' ' ? '_' : bar[i];
    bar[left] = bar[right] = '|';
    bar[column_of_value(plot, set->median)] = 'M';
    bar[column_of_value(plot, set->mean)] = 'A';
}

static void print_bars(FILE *out, const struct plot *plot, char *bar, bool apart)
{
    memset(bar, ' ', plot->width);
    for (size_t k = 0; k < plot->count; k++) {
        add_bar(plot, &plot->sets[k], bar);
        if (!apart && k + 1 < plot->count)
            continue;
        fprintf(out, "|%.*s|\n", (int)plot->width, bar);
        memset(bar, ' ', plot->width);
    }
}

void ascii_plot(FILE *out, const struct plotted *sets, size_t count, size_t width, bool apart)
{
    struct arena arena = {0};
    struct plot plot = {.sets = sets, .count = count, .width = width};
    set_axis(&plot);
    if (!(plot.step > 0)) {
        fputs("[no plot, span is zero width]\n", out);
        return;
    }
    const size_t stacks = count * width;
    plot.stacks = arena_new_array(&arena, size_t, stacks);
    print_stacks(out, &plot, stack_up(&plot));
    print_bars(out, &plot, arena_alloc(&arena, width), apart);
    print_edge(out, width);
    arena_release(&arena);
}
