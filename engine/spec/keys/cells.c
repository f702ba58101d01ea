// The cells of an experiment: benchmarks × points of the sweep, with a target for each variant.
#include "spec/keys/internal.h"

#include "spec/keys/benchmark/overlay.h"
#include "spec/keys/benchmark/randomize.h"
#include "spec/keys/benchmark/summary.h"
#include "spec/keys/benchmark/target.h"

// The number of parameter points; 1 without values where an axis is a mistake.
static size_t count_points(const struct spec *spec)
{
    size_t points = 1;
    for (size_t i = 0; i < spec->axis_count; i++) {
        if (!spec->axes[i].values.count)
            return 1;
        if (__builtin_mul_overflow(points, spec->axes[i].values.count, &points))
            return SIZE_MAX;
    }
    return points;
}

// The values of the n-th point, the last axis fastest; NULL where an axis is a mistake.
static char **point_values(struct reading *reading, size_t n)
{
    const struct spec *spec = reading->spec;
    char **values = arena_new_array(reading->arena, char *, spec->axis_count + 1);
    for (size_t i = spec->axis_count; i-- > 0;) {
        const struct text_list *axis = &spec->axes[i].values;
        if (!axis->count)
            return NULL;
        values[i] = axis->items[n % axis->count];
        n /= axis->count;
    }
    return values;
}

// The definitions of a benchmark, by variant.
static const struct definition *find_definitions(struct reading *reading,
                                                 const struct experiment_file *file,
                                                 const struct node *benchmark)
{
    struct arena *arena = reading->arena;
    const struct spec *spec = reading->spec;
    struct definition *definitions = arena_new_array(arena, struct definition, spec->variant_count);
    const struct node *variant = file->variants ? file->variants->first : NULL;
    for (size_t v = 0; v < spec->variant_count; v++, variant = variant ? variant->next : NULL)
        definitions[v] = (struct definition){
            .benchmark = benchmark->key,
            .variant = spec->variants[v],
            .keys = target_merge(arena, benchmark, variant),
            .machine = overlaid(arena, "machine", file->machine, benchmark, variant),
            .randomize = overlaid(arena, "randomize", file->randomize, benchmark, variant),
            .defaults = randomizers_are_defaults(file->randomize),
            .attribution = &spec->attribution,
        };
    return definitions;
}

static void expand_benchmark(struct reading *reading, const struct experiment_file *file,
                             const struct node *benchmark, size_t points, const bool *excluded,
                             uint32_t *axes_used)
{
    struct spec *spec = reading->spec;
    size_t variants = spec->variant_count;
    struct draft *first = arena_new_array(reading->arena, struct draft, variants);
    const struct definition *definitions = find_definitions(reading, file, benchmark);
    struct statistic summary = spec->summary;
    const struct node *own = node_child(benchmark, "summary");
    if (own && own->kind == NODE_SCALAR)
        read_summary(reading, NULL, own, &summary);
    bool again = false;
    for (size_t n = 0; n < points && !mistakes_full(&reading->mistakes) && !reading->too_large;
         n++) {
        if (excluded && excluded[n])
            continue;
        struct cell *cell = &spec->cells[spec->cell_count++];
        cell->benchmark = benchmark->key;
        cell->summary = summary;
        cell->point = point_values(reading, n);
        cell->targets = arena_new_array(reading->arena, struct target, variants);
        for (size_t v = 0; v < variants; v++) {
            const struct definition *definition = &definitions[v];
            struct draft draft = first[v];
            reading->scope =
                (struct scope){definition->benchmark, definition->variant, cell->point, false};
            reading->axes_named = 0;
            target_read(reading, definition, &draft, again);
            axes_used[v] |= reading->axes_named;
            cell->targets[v] = draft.target;
            if (!again)
                first[v] = draft;
        }
        if (reading->one_point)
            return;
        again = true;
    }
}

const uint32_t *cells_read(struct reading *reading, const struct experiment_file *file)
{
    struct spec *spec = reading->spec;
    size_t benchmarks = node_count(file->benchmarks), points = count_points(spec), cells = 0,
           programs = 0;
    struct place place = file->sweep ? file->sweep->place : file->benchmarks->place;
    if (__builtin_mul_overflow(benchmarks, points, &cells) ||
        __builtin_mul_overflow(cells, spec->variant_count, &programs) || programs > CELLS_MAX) {
        mistake(&reading->mistakes, place,
                "benchmarks, variants and sweep make more than %d combinations", CELLS_MAX);
        return NULL;
    }
    const bool *excluded = exclude_read(reading, file->exclude, points);
    spec->cells =
        arena_new_array(reading->arena, struct cell, reading->one_point ? benchmarks : cells);
    uint32_t *axes_used =
        arena_new_array(reading->arena, uint32_t, benchmarks * spec->variant_count);
    uint32_t *next = axes_used;
    for (const struct node *child = file->benchmarks->first; child; child = child->next) {
        expand_benchmark(reading, file, child, points, excluded, next);
        next += spec->variant_count;
    }
    return axes_used;
}
