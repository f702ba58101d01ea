// Stable levels of each machine's canary probes.
#include "analysis/diagnostics/canary.h"

#include "base/text.h"

static bool same_place(const struct canary_probe *a, const struct canary_probe *b)
{
    return text_equal(a->machine, b->machine) && text_equal(a->cpus, b->cpus);
}

static struct canary_series series_of(struct arena *arena, const struct canary_probe *probes,
                                      size_t count)
{
    struct canary_series series = {
        .probes = probes, .count = count, .judged = count >= LEVEL_SHIFTS_LEAST};
    if (!series.judged)
        return series;
    struct arena scratch = {0};
    double *seconds = arena_new_array(&scratch, double, count);
    for (size_t i = 0; i < count; i++)
        seconds[i] = probes[i].seconds;
    series.shifts = level_shifts_find(arena, seconds, count);
    arena_release(&scratch);
    return series;
}

bool canary_load(struct arena *arena, struct store *store, const struct canary_series **series,
                 size_t *count, struct error *error)
{
    struct canary_probe *probes;
    size_t probe_count;
    *count = 0;
    if (!store_canary_probes(store, arena, &probes, &probe_count, error))
        return false;
    struct canary_series *all = arena_new_array(arena, struct canary_series, probe_count);
    for (size_t first = 0, end = 0; first < probe_count; first = end) {
        while (end < probe_count && same_place(&probes[first], &probes[end]))
            end++;
        all[(*count)++] = series_of(arena, &probes[first], end - first);
    }
    *series = all;
    return true;
}

double canary_change(const struct canary_series *series, size_t number)
{
    const struct stable_level *items = series->shifts.items;
    return number ? items[number].mean / items[number - 1].mean - 1 : 0;
}

double canary_switches(const struct canary_series *series, size_t number)
{
    const struct stable_level *level = &series->shifts.items[number];
    double sum = 0;
    for (size_t i = level->first; i < level->first + level->count; i++)
        sum += (double)series->probes[i].switches;
    return sum / (double)level->count;
}
