// Groups of cells in words: whole values of an axis rather than cells one by one.
#include "report/overview/cell_groups.h"

#include "report/wording/estimates.h"

enum { ROW_OF_POINTS = 3 };

// The cells of one benchmark.
struct bench {
    const char *name;
    size_t *cells, count;
};

// The values of an axis in a benchmark, in their order, and the index of each cell's value.
struct axis_values {
    const char **names;
    size_t count, *of;
};

struct search {
    struct arena *arena;
    const struct catalogue *catalogue;
    bool several; // benchmarks
    const bool *set;
    bool *covered;
    size_t most;
    struct cell_groups found;
};

static bool has_several_benchmarks(const struct catalogue *catalogue)
{
    for (size_t i = 1; i < catalogue->cell_count; i++)
        if (!text_equal(catalogue->cells[i].benchmark, catalogue->cells[0].benchmark))
            return true;
    return false;
}

// The benchmark whose first cell is `first`; empty if an earlier cell belongs to it, too.
static struct bench bench_from(struct arena *arena, const struct catalogue *catalogue,
                               bool *assigned, size_t first)
{
    struct bench bench = {catalogue->cells[first].benchmark, NULL, 0};
    if (assigned[first])
        return bench;
    bench.cells = arena_new_array(arena, size_t, catalogue->cell_count - first);
    for (size_t i = first; i < catalogue->cell_count; i++) {
        if (assigned[i] || !text_equal(catalogue->cells[i].benchmark, bench.name))
            continue;
        assigned[i] = true;
        bench.cells[bench.count++] = i;
    }
    return bench;
}

// Searches from `guess` on: neighbouring cells have the same value or the next.
static size_t value_index(const struct axis_values *values, const char *name, size_t guess)
{
    for (size_t i = 0; i < values->count; i++) {
        size_t at = (guess + i) % values->count;
        if (text_equal(values->names[at], name))
            return at;
    }
    return values->count;
}

static struct axis_values values_of(const struct search *search, const struct bench *bench,
                                    size_t axis)
{
    struct axis_values values = {.names =
                                     arena_new_array(search->arena, const char *, bench->count),
                                 .of = arena_new_array(search->arena, size_t, bench->count)};
    size_t at = 0;
    for (size_t i = 0; i < bench->count; i++) {
        const char *name = search->catalogue->cells[bench->cells[i]].point[axis];
        at = value_index(&values, name, at);
        if (at == values.count)
            values.names[values.count++] = name;
        values.of[i] = at;
    }
    return values;
}

// Adds cells of the benchmark that have a value from `first` to `last`; all cells without `values`.
static void add_group(struct search *search, const struct bench *bench, const char *words,
                      const struct axis_values *values, size_t first, size_t last)
{
    struct cell_group group = {words, arena_new_array(search->arena, size_t, bench->count), 0};
    bool adds = false;
    for (size_t i = 0; i < bench->count; i++) {
        if (values && (values->of[i] < first || values->of[i] > last))
            continue;
        adds |= !search->covered[bench->cells[i]];
        group.cells[group.count++] = bench->cells[i];
    }
    if (!adds || search->found.count == search->most)
        return;
    for (size_t i = 0; i < group.count; i++)
        search->covered[group.cells[i]] = true;
    search->found.items[search->found.count++] = group;
}

// " at every size and mode": the other axes that vary; "" if none does.
static const char *others_wording(const struct search *search, const struct axis_values *axes,
                                  size_t own)
{
    const char *words = "";
    for (size_t i = 0; i < search->catalogue->axis_count; i++)
        if (i != own && axes[i].count > 1)
            words = arena_printf(search->arena, "%s %s %s", words, *words ? "and" : "at every",
                                 search->catalogue->axes[i]);
    return words;
}

static const char *in_benchmark(const struct search *search, const struct bench *bench)
{
    return search->several ? arena_printf(search->arena, "in %s ", bench->name) : "";
}

static void add_run(struct search *search, const struct bench *bench,
                    const struct axis_values *axes, size_t axis, size_t first, size_t last)
{
    const struct axis_values *values = &axes[axis];
    const char *to = last == first
                         ? ""
                         : arena_printf(search->arena, "%s%s", last == first + 1 ? ", " : " to ",
                                        values->names[last]);
    const char *words = arena_printf(search->arena, "%sfor %s=%s%s%s", in_benchmark(search, bench),
                                     search->catalogue->axes[axis], values->names[first], to,
                                     others_wording(search, axes, axis));
    add_group(search, bench, words, values, first, last);
}

// Runs of neighbouring values that are whole.
static void search_axis(struct search *search, const struct bench *bench,
                        const struct axis_values *axes, size_t axis)
{
    const struct axis_values *values = &axes[axis];
    bool alone = *others_wording(search, axes, axis) == '\0';
    size_t *all = arena_new_array(search->arena, size_t, values->count),
           *set = arena_new_array(search->arena, size_t, values->count);
    for (size_t i = 0; i < bench->count; i++) {
        all[values->of[i]]++;
        set[values->of[i]] += search->set[bench->cells[i]];
    }
    for (size_t first = 0, end; first < values->count; first = end + 1) {
        for (end = first; end < values->count && set[end] == all[end]; end++)
            if (!alone && all[end] < 2)
                break;
        if (end > first && (!alone || end - first >= ROW_OF_POINTS))
            add_run(search, bench, axes, axis, first, end - 1);
    }
}

static void search_bench(struct search *search, const struct bench *bench)
{
    size_t set = 0;
    for (size_t i = 0; i < bench->count; i++)
        set += search->set[bench->cells[i]];
    if (set < 2)
        return;
    if (set == bench->count) {
        add_group(search, bench,
                  arena_printf(search->arena, "%sat every point", in_benchmark(search, bench)),
                  NULL, 0, 0);
        return;
    }
    size_t count = search->catalogue->axis_count;
    struct axis_values *axes = arena_new_array(search->arena, struct axis_values, count);
    for (size_t i = 0; i < count; i++)
        axes[i] = values_of(search, bench, i);
    for (size_t i = 0; i < count; i++)
        if (axes[i].count > 1)
            search_axis(search, bench, axes, i);
}

struct cell_groups cell_groups_of(struct arena *arena, const struct findings *findings, bool *cells,
                                  size_t most)
{
    const struct catalogue *catalogue = &findings->catalogue;
    size_t count = catalogue->cell_count;
    bool *assigned = arena_new_array(arena, bool, count);
    struct search search = {.arena = arena,
                            .catalogue = catalogue,
                            .several = has_several_benchmarks(catalogue),
                            .set = cells,
                            .covered = arena_new_array(arena, bool, count),
                            .most = most,
                            .found = {arena_new_array(arena, struct cell_group, most), 0}};
    for (size_t i = 0; catalogue->axis_count && i < count; i++) {
        struct bench bench = bench_from(arena, catalogue, assigned, i);
        search_bench(&search, &bench);
    }
    for (size_t i = 0; i < count; i++)
        cells[i] &= !search.covered[i];
    return search.found;
}

const char *point_wording(struct arena *arena, const struct findings *findings, size_t cell)
{
    const struct catalogue *catalogue = &findings->catalogue;
    if (catalogue->axis_count == 0 || has_several_benchmarks(catalogue))
        return cell_name(arena, findings, cell);
    const char *words = "";
    for (size_t i = 0; i < catalogue->axis_count; i++)
        words = arena_printf(arena, "%s%s%s=%s", words, i ? ", " : "", catalogue->axes[i],
                             catalogue->cells[cell].point[i]);
    return words;
}

const char *cell_groups_wording(struct arena *arena, const struct findings *findings,
                                const bool *cells, size_t most)
{
    const char *words = "";
    size_t count = 0;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        if (cells[i] && ++count <= most)
            words = arena_printf(arena, "%s%s%s", words, *words ? "; " : "",
                                 point_wording(arena, findings, i));
    return count > most ? arena_printf(arena, "%s; … and %zu more", words, count - most) : words;
}
