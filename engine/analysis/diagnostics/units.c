// Diagnosing the top units: trend, bimodality and independence of their means.
#include "analysis/diagnostics/units.h"

#include "stats/series/bimodality.h"
#include "stats/series/trend.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double DRIFT_P = 0.01;

struct units units_make(struct arena *arena, size_t room)
{
    return (struct units){.items = arena_new_array(arena, struct unit, room), .room = room};
}

static void set_start(struct unit *unit, const char *start)
{
    snprintf(unit->start, sizeof unit->start, "%s", start);
}

void units_begin(struct units *units, size_t label, const char *start)
{
    bool is_new = units->started == 0 || label != units->label;
    if (is_new && units->started == units->room)
        return;
    if (is_new) {
        struct unit *unit = &units->items[units->started];
        unit->place = units->started++;
        set_start(unit, start);
        units->label = label;
    }
    struct unit *unit = &units->items[units->started - 1];
    if (strcmp(start, unit->start) < 0)
        set_start(unit, start);
}

void units_mean(void *context, size_t label, double mean)
{
    struct units *units = context;
    (void)label;
    if (units->count < units->started)
        units->items[units->count++].mean = mean;
}

static int by_start(const void *a, const void *b)
{
    const struct unit *one = a, *two = b;
    int order = strcmp(one->start, two->start);
    return order ? order : (one->place > two->place) - (one->place < two->place);
}

void units_diagnose(struct units *units, size_t most, size_t shuffles, uint64_t seed,
                    struct series_diagnostics *diagnostics)
{
    struct arena scratch = {0};
    double *means = arena_new_array(&scratch, double, units->count);
    qsort(units->items, units->count, sizeof *units->items, by_start);
    for (size_t i = 0; i < units->count; i++)
        means[i] = units->items[i].mean;
    struct trend trend = trend_of(means, units->count);
    diagnostics->drift_known = trend.known;
    diagnostics->drift = trend.change;
    diagnostics->drift_p = trend.p;
    diagnostics->drifted = trend.known && trend.p <= DRIFT_P;
    struct row row = {means, units->count < most ? units->count : most};
    diagnostics->top = independence_of(&row, 1, shuffles, seed);
    diagnostics->top.known = diagnostics->top.known && trend.known; // equal values prove nothing
    struct bimodality bimodality = bimodality_of(means, units->count);
    diagnostics->bimodal = bimodality.two;
    diagnostics->modes[0] = bimodality.low;
    diagnostics->modes[1] = bimodality.high;
    diagnostics->mode_share = bimodality.share;
    arena_release(&scratch);
}
