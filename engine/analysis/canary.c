// Levels of each machine's canary.
#include "analysis/canary.h"

static bool same_place(const struct canary_look *a, const struct canary_look *b)
{
    return text_equal(a->machine, b->machine) && text_equal(a->cpus, b->cpus);
}

static struct canary_series series_of(struct arena *arena, const struct canary_look *looks,
                                      size_t count)
{
    struct canary_series series = {
        .looks = looks, .count = count, .judged = count >= PLATEAUS_LEAST};
    if (!series.judged)
        return series;
    struct arena scratch = {0};
    double *seconds = arena_new_array(&scratch, double, count);
    for (size_t i = 0; i < count; i++)
        seconds[i] = looks[i].seconds;
    series.plateaus = plateaus_find(arena, seconds, count);
    arena_release(&scratch);
    return series;
}

bool canary_load(struct arena *arena, struct store *store, struct findings *findings,
                 struct error *error)
{
    struct canary_look *looks;
    size_t count;
    if (!store_canary_looks(store, arena, &looks, &count, error))
        return false;
    struct canary_series *all = arena_new_array(arena, struct canary_series, count);
    for (size_t first = 0, end = 0; first < count; first = end) {
        while (end < count && same_place(&looks[first], &looks[end]))
            end++;
        all[findings->canary_count++] = series_of(arena, &looks[first], end - first);
    }
    findings->canary = all;
    return true;
}

double canary_change(const struct canary_series *series, size_t plateau)
{
    const struct plateau *items = series->plateaus.items;
    return plateau ? items[plateau].mean / items[plateau - 1].mean - 1 : 0;
}

double canary_switches(const struct canary_series *series, size_t plateau)
{
    const struct plateau *level = &series->plateaus.items[plateau];
    double sum = 0;
    for (size_t i = level->first; i < level->first + level->count; i++)
        sum += (double)series->looks[i].switches;
    return sum / (double)level->count;
}
