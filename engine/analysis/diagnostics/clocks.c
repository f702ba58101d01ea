// Reading and writing clock facts, and their shares of a sample.
#include "analysis/diagnostics/clocks.h"

#include "base/text.h"
#include "store/facts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *clock_in_text(struct arena *arena, const struct clock_fact *clock)
{
    return arena_printf(arena, "%s: %.6g ns steps, %.6g ns a reading, shortest sample %.9g ns (%s)",
                        clock->name, clock->step_ns, clock->reading_ns, clock->shortest_ns,
                        clock->reason);
}

// Copies the text before `end` and moves behind `end`.
static bool take_text(const char **at, const char *end, char *text, size_t size)
{
    const char *found = strstr(*at, end);
    if (!found || (size_t)(found - *at) >= size)
        return false;
    snprintf(text, size, "%.*s", (int)(found - *at), *at);
    *at = found + strlen(end);
    return true;
}

static bool take_number(const char **at, const char *unit, double *number)
{
    char *end;
    *number = strtod(*at, &end);
    if (!text_starts(end, unit))
        return false;
    *at += (size_t)(end - *at) + strlen(unit);
    return *number > 0 && isfinite(*number);
}

bool clock_of_text(const char *text, struct clock_fact *clock)
{
    *clock = (struct clock_fact){.name = ""};
    return text && take_text(&text, ": ", clock->name, sizeof clock->name) &&
           take_number(&text, " ns steps, ", &clock->step_ns) &&
           take_number(&text, " ns a reading, shortest sample ", &clock->reading_ns) &&
           take_number(&text, " ns (", &clock->shortest_ns) &&
           take_text(&text, ")", clock->reason, sizeof clock->reason);
}

double clock_share(const struct clock_fact *clock)
{
    return fmin((clock->step_ns + clock->reading_ns) / clock->shortest_ns, 1);
}

bool clocks_load(struct arena *arena, struct store *store, struct clock_fact **clocks,
                 size_t *count, struct error *error)
{
    struct stored_fact *facts;
    size_t all;
    *count = 0;
    if (!store_facts(store, arena, FACTS_CLOCK, &facts, &all, error))
        return false;
    *clocks = arena_new_array(arena, struct clock_fact, all);
    for (size_t i = 0; i < all; i++) {
        struct clock_fact clock;
        size_t same = 0;
        if (!clock_of_text(facts[i].value, &clock))
            continue;
        while (same < *count && !text_equal((*clocks)[same].name, clock.name))
            same++;
        if (same == *count || clock_share(&clock) > clock_share(&(*clocks)[same]))
            (*clocks)[same] = clock;
        *count += same == *count;
    }
    return true;
}

double clock_step_share(struct store *store, const struct catalogue *catalogue,
                        const struct series_entry *series)
{
    struct arena scratch = {0};
    struct clock_fact clock;
    const char *key = arena_printf(&scratch, FACT_CLOCK, catalogue->cells[series->cell].entry,
                                   catalogue->variants[series->variant]);
    bool known = text_equal(catalogue->metrics[series->metric].name, "wall_time") &&
                 clock_of_text(store_get(store, &scratch, key), &clock);
    arena_release(&scratch);
    return known ? fmin(clock.step_ns / clock.shortest_ns, 1) : 0;
}

double clock_grid(double step_share, const double *values, size_t count)
{
    double least = INFINITY;
    for (size_t i = 0; i < count; i++)
        least = fmin(least, fabs(values[i]));
    return count ? step_share * least : 0;
}
