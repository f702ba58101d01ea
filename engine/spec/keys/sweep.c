// The axes of a sweep: lists, and ranges by factor or by step.
#include "spec/keys/internal.h"

#include "randomizers/cpu.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Columns of the CSV files (docs/results.md) and names that ${…} has already.
static const char reserved[] =
    "experiment benchmark variant phase machine block seed layout_id binary_sha256 "
    "functions_moved build_s execution order attempt start exit seconds iteration metric "
    "unit value level S2 T2 repetitions share cost_s closed_form used mean low high "
    "confidence df builds median minimum baseline time_ratio bounded speedup verdict "
    "summary value_low value_high name term ";

static bool is_among(const char *word, const char *const *list)
{
    while (list && *list && !text_equal(word, *list))
        list++;
    return list && *list;
}

static bool is_reserved(const char *name)
{
    size_t length = strlen(name);
    const char *word = reserved;
    while (*word && !(text_starts(word, name) && word[length] == ' '))
        word += strcspn(word, " ") + 1;
    return *word;
}

static bool is_column(const char *name)
{
    for (const struct randomizer *const *kind = randomizers; *kind; kind++)
        if (is_among(name, (*kind)->build_draws) || is_among(name, (*kind)->execution_draws))
            return true;
    return is_among(name, cpu_randomizer.execution_draws) || is_reserved(name);
}

static void check_name(struct reading *reading, const struct node *axis)
{
    const char *problem = name_problem(axis->key);
    if (!problem && strpbrk(axis->key, "{}"))
        problem = "it must not contain braces";
    if (!problem && is_column(axis->key))
        problem = "a column of the CSV files has that name already";
    if (problem)
        mistake(&reading->mistakes, axis->key_place, "'%s' cannot be the name of the axis: %s",
                axis->key, problem);
}

static bool check_value(struct reading *reading, const struct node *item)
{
    if (item->kind != NODE_SCALAR)
        mistake(&reading->mistakes, item->place, "a value of an axis must be one value");
    else if (strchr(item->text, '$'))
        mistake(&reading->mistakes, item->place,
                "'%s' cannot be a value of an axis: axes do not refer to each other or have '$'",
                item->text);
    else if (item->text[strcspn(item->text, "\n\r\t")])
        mistake(&reading->mistakes, item->place, "a value of an axis must be one line");
    else
        return true;
    return false;
}

const char *axis_value(struct reading *reading, const struct node *item)
{
    uint64_t bytes = 0;
    if (item->plain && strchr(item->text, 'i') && value_size(item->text, &bytes))
        return arena_printf(reading->arena, "%llu", (unsigned long long)bytes);
    return item->text;
}

static void read_list(struct reading *reading, const struct node *list, struct axis *axis)
{
    size_t count = node_count(list), i = 0;
    struct entry *entries = arena_new_array(reading->arena, struct entry, count);
    bool fine = true;
    for (const struct node *item = list->first; item; item = item->next, i++) {
        fine &= check_value(reading, item);
        entries[i] = (struct entry){axis_value(reading, item), item->place, i};
        text_list_add(&axis->values, reading->arena, entries[i].text);
    }
    size_t before = reading->mistakes.count;
    mistakes_repeated(&reading->mistakes, entries, count, "value");
    if (!fine || reading->mistakes.count > before)
        axis->values.count = 0;
}

struct range {
    const struct node *from, *to, *times, *step;
};

static const struct keyword range_keys[] = {
    {"from", SCALAR | REQUIRED, TYPE_AMOUNT, .offset = offsetof(struct range, from),
     .read = read_node, .example = "1Ki", .help = "The first value: a number or a size."},
    {"to", SCALAR | REQUIRED, TYPE_AMOUNT, .offset = offsetof(struct range, to), .read = read_node,
     .example = "64Mi", .help = "No value is above this."},
    {"times", SCALAR, TYPE_AMOUNT, .offset = offsetof(struct range, times), .read = read_node,
     .low = 1.0001, .high = 0x1p53, .example = "2",
     .help = "The factor from each value to the next, above 1."},
    {"step", SCALAR, TYPE_AMOUNT, .offset = offsetof(struct range, step), .read = read_node,
     .low = 0x1p-1022, .high = 0x1p53, .example = "1Ki",
     .help = "The difference from each value to the next, instead of 'times'."},
    {0},
};

const struct keyword axis_entry = {
    "AXIS",
    LIST | MAP | NONEMPTY,
    TYPE_TEXT,
    .keys = range_keys,
    .example = "{from: 1, to: 64, times: 2}",
    .help = "The values of one parameter: a list, or a range {from, to, times} or {from, to, "
            "step}. Plain sizes such as 1Ki become bytes.",
};

// A number or a size; *whole is cleared unless it is an integer.
static bool read_bound(struct reading *reading, const struct node *node, double *number,
                       bool *whole)
{
    uint64_t bytes = 0;
    if (value_size(node->text, &bytes)) {
        *number = (double)bytes;
    } else if (!value_number(node->text, number)) {
        mistake(&reading->mistakes, node->place, "'%s' must be a number or a size, not '%s'",
                node->key, node->text);
        return false;
    }
    *whole &= *number == floor(*number);
    if (fabs(*number) <= 0x1p53)
        return true;
    mistake(&reading->mistakes, node->place, "'%s' is too large: '%s'", node->key, node->text);
    return false;
}

// Values that are written alike, as of a factor near 1, count once.
static void add_points(struct reading *reading, struct axis *axis, double from, double to,
                       double change, bool times, bool whole)
{
    double slack = times ? to * 1e-12 : change * 1e-9;
    const char *last = "";
    for (size_t k = 0; axis->values.count <= CELLS_MAX; k++) {
        double x = times ? from * pow(change, (double)k) : from + (double)k * change;
        if (!(x <= to + slack))
            break;
        char value[32];
        snprintf(value, sizeof value, whole ? "%.0f" : "%.15g", whole ? round(x) : x);
        if (text_equal(value, last))
            continue;
        text_list_add(&axis->values, reading->arena, value);
        last = axis->values.items[axis->values.count - 1];
    }
}

// Steps that are too small to change a number would never reach `to`.
static bool has_few_steps(double from, double to, double change, bool times)
{
    return times || (to - from) / change < CELLS_MAX;
}

static void read_range(struct reading *reading, const struct node *map, struct axis *axis)
{
    struct range range = {0};
    size_t before = reading->mistakes.count;
    grammar_apply(reading, map, range_keys, &range);
    if (!range.times == !range.step)
        mistake(&reading->mistakes, map->place, "a range needs either 'times' or 'step'");
    const struct node *by = range.times ? range.times : range.step;
    if (reading->mistakes.count > before || !range.from || !range.to || !by)
        return;
    double from = 0, to = 0, change = 0;
    bool whole = true, factor_whole = true;
    if (!read_bound(reading, range.from, &from, &whole) ||
        !read_bound(reading, range.to, &to, &whole) ||
        !read_bound(reading, by, &change, range.times ? &factor_whole : &whole))
        return;
    if (from > to)
        mistake(&reading->mistakes, range.to->place, "the range is empty: 'to' is below 'from'");
    else if (range.times && from <= 0)
        mistake(&reading->mistakes, range.from->place, "'from' must be above 0 with 'times'");
    else if (range.times && change < 1.0001)
        mistake(&reading->mistakes, by->place, "'times' must be above 1");
    else if (range.step && change <= 0)
        mistake(&reading->mistakes, by->place, "'step' must be above 0");
    else if (has_few_steps(from, to, change, range.times))
        add_points(reading, axis, from, to, change, range.times, whole);
    if (reading->mistakes.count > before || (axis->values.count && axis->values.count <= CELLS_MAX))
        return;
    axis->values.count = 0;
    mistake(&reading->mistakes, by->place,
            "the range has more than %d values: raise '%s', or lower 'to'", CELLS_MAX, by->key);
}

static void read_axis(struct reading *reading, const struct node *node, struct axis *axis)
{
    size_t before = reading->mistakes.count;
    axis->name = node->key;
    check_name(reading, node);
    if (node->kind == NODE_LIST)
        read_list(reading, node, axis);
    else if (node->kind == NODE_MAP)
        read_range(reading, node, axis);
    else
        mistake(&reading->mistakes, node->place,
                "an axis is a list of values, or {from, to, times} or {from, to, step}");
    if (reading->mistakes.count == before && !axis->values.count)
        mistake(&reading->mistakes, node->place, "the axis '%s' is empty", node->key);
}

void sweep_read(struct reading *reading, const struct node *sweep)
{
    struct spec *spec = reading->spec;
    spec->axes = arena_new_array(reading->arena, struct axis, AXES_MAX);
    for (const struct node *node = sweep ? sweep->first : NULL; node; node = node->next) {
        if (spec->axis_count == AXES_MAX) {
            mistake(&reading->mistakes, node->key_place, "more than %d axes", AXES_MAX);
            return;
        }
        read_axis(reading, node, &spec->axes[spec->axis_count++]);
    }
}
