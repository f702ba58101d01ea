// Numbers in words: scaled, with the digits that their interval allows.
#include "report/words.h"

#include <math.h>
#include <string.h>

const char *plain_name(struct arena *arena, const char *name)
{
    char *plain = arena_strdup(arena, name);
    for (unsigned char *c = (unsigned char *)plain; *c; c++) {
        bool second = c[0] == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0; // U+0080 to U+009F in UTF-8
        if (*c < 0x20 || *c == 0x7f || second)
            *c = '?';
        if (second)
            *++c = '?';
    }
    return plain;
}

const char *cell_name(struct arena *arena, const struct findings *findings, size_t cell)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const char *name = catalogue->cells[cell].benchmark;
    for (size_t i = 0; i < catalogue->axis_count; i++)
        name = arena_printf(arena, "%s%s %s=%s", name, i ? "," : " ·", catalogue->axes[i],
                            catalogue->cells[cell].point[i]);
    return plain_name(arena, name);
}

// How a unit is shown: value * factor, in `unit`.
struct scale {
    double factor;
    const char *unit;
};

static struct scale scale_of(const char *unit, double size)
{
    static const struct scale seconds[] = {{1e9, "ns"}, {1e6, "µs"}, {1e3, "ms"}, {1, "s"}};
    if (strcmp(unit, "s") != 0)
        return (struct scale){1, unit};
    size_t i = 0;
    while (i < 3 && fabs(size) * seconds[i].factor >= 1000)
        i++;
    return seconds[i];
}

// One scale for a metric of a cell, that of its first variant.
static struct scale scale_of_estimate(const struct findings *findings,
                                      const struct estimate *estimate)
{
    const struct estimate *first = findings->cells[estimate->cell].estimates;
    while (first->metric != estimate->metric)
        first++;
    return scale_of(findings->catalogue.metrics[first->metric].unit, first->components.mean);
}

// Decimals with which `digits` digits of `width` show.
static int decimals_for(double width, int digits)
{
    if (!(width > 0) || !isfinite(width))
        return 2;
    double wanted = digits - 1 - floor(log10(width));
    return (int)fmin(fmax(wanted, 0), 12);
}

static const char *fixed(struct arena *arena, double value, int decimals)
{
    if (fabs(value) >= 1e9)
        return arena_printf(arena, "%.6g", value);
    return arena_printf(arena, "%.*f", decimals, value);
}

static const char *with_unit(struct arena *arena, const char *number, const char *unit)
{
    return unit[0] ? arena_printf(arena, "%s %s", number, plain_name(arena, unit)) : number;
}

static int decimals_of_estimate(const struct estimate *estimate, double factor)
{
    double half = estimate->interval.half_width * factor;
    if (estimate->interval.known && half > 0)
        return decimals_for(half, 2);
    return decimals_for(fabs(estimate->components.mean * factor), 4);
}

const char *mean_in_words(struct arena *arena, const struct findings *findings,
                          const struct estimate *estimate)
{
    struct scale scale = scale_of_estimate(findings, estimate);
    int decimals = decimals_of_estimate(estimate, scale.factor);
    const char *mean = fixed(arena, estimate->components.mean * scale.factor, decimals);
    if (estimate->interval.known)
        mean = arena_printf(arena, "%s ± %s", mean,
                            fixed(arena, estimate->interval.half_width * scale.factor, decimals));
    return with_unit(arena, mean, scale.unit);
}

const char *quantity_in_words(struct arena *arena, const struct findings *findings,
                              const struct estimate *estimate, double value)
{
    struct scale scale = scale_of_estimate(findings, estimate);
    int decimals = decimals_of_estimate(estimate, scale.factor);
    return with_unit(arena, fixed(arena, value * scale.factor, decimals), scale.unit);
}

static const char *top_name(const struct estimate *estimate)
{
    return level_name(estimate->level[estimate->components.levels - 1]);
}

// "30 builds", "30 and 29 builds".
static const char *units_in_words(struct arena *arena, const struct comparison *comparison)
{
    size_t old = comparison->old->components.top_units, new = comparison->new->components.top_units;
    const char *name = top_name(comparison->new);
    if (old == new)
        return arena_printf(arena, "%zu %s%s", new, name, new == 1 ? "" : "s");
    return arena_printf(arena, "%zu and %zu %ss", new, old, name);
}

static const char *verdict_in_words(struct arena *arena, const struct comparison *comparison)
{
    double value = comparison->ratio.value;
    int decimals = decimals_for(fabs(value - 1), 1) < 2 ? 2 : decimals_for(fabs(value - 1), 1);
    switch (comparison->verdict) {
    case VERDICT_FASTER:
        return arena_printf(arena, ", %.*f× faster", decimals, 1 / value);
    case VERDICT_SLOWER:
        return arena_printf(arena, ", %.*f× slower", decimals, value);
    case VERDICT_INCONCLUSIVE:
        break;
    }
    return ", inconclusive";
}

static int decimals_of_ratio(const struct ratio *ratio)
{
    double half = ratio->bound == RATIO_BOUNDED ? (ratio->high - ratio->low) / 2 : 0.01;
    int decimals = decimals_for(half, 1);
    return decimals < 2 ? 2 : decimals;
}

const char *comparison_in_words(struct arena *arena, const struct findings *findings,
                                const struct comparison *comparison)
{
    const struct catalogue *catalogue = &findings->catalogue;
    const struct ratio *ratio = &comparison->ratio;
    const char *metric = plain_name(arena, catalogue->metrics[comparison->new->metric].name);
    const char *new = plain_name(arena, catalogue->variants[comparison->new->variant]);
    const char *old = plain_name(arena, catalogue->variants[comparison->old->variant]);
    const char *units = units_in_words(arena, comparison), *more = top_name(comparison->new);
    if (strcmp(metric, "wall_time") == 0)
        metric = "time";
    if (!ratio->defined)
        return arena_printf(arena,
                            "%s against %s: no ratio of their %s, since a mean is not above 0", new,
                            old, metric);
    int decimals = decimals_of_ratio(ratio);
    const char *takes =
        arena_printf(arena, "%s takes %.*f of %s's %s", new, decimals, ratio->value, old, metric);
    const char *over =
        arena_printf(arena, "(%.4g %% interval over %s)", findings->confidence * 100, units);
    switch (ratio->bound) {
    case RATIO_BOUNDED:
        return arena_printf(arena, "%s [%.*f, %.*f]%s %s", takes, decimals, ratio->low, decimals,
                            ratio->high, verdict_in_words(arena, comparison), over);
    case RATIO_NO_UPPER:
        return arena_printf(arena, "%s, at least %.2f; no upper bound: more %ss%s %s", takes,
                            ratio->low, more, verdict_in_words(arena, comparison), over);
    case RATIO_UNDETERMINED:
        return arena_printf(arena, "%s, undetermined: more %ss %s", takes, more, over);
    case RATIO_NONE:
        break;
    }
    return arena_printf(arena, "%s; no interval over %s: more %ss", takes, units, more);
}
