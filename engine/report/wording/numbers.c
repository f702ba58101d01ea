// Numbers: scaled, with the digits that their interval allows.
#include "report/wording/numbers.h"

#include <math.h>
#include <string.h>

struct scale scale_of(const char *unit, double size)
{
    static const struct scale seconds[] = {{1e9, "ns"}, {1e6, "µs"}, {1e3, "ms"}, {1, "s"}};
    static const struct scale bytes[] = {{1, "B"}, {1e-3, "kB"}, {1e-6, "MB"}, {1e-9, "GB"}};
    static const struct scale speeds[] = {
        {1, "B/s"}, {1e-3, "kB/s"}, {1e-6, "MB/s"}, {1e-9, "GB/s"}};
    const struct scale *scales = strcmp(unit, "s") == 0     ? seconds
                                 : strcmp(unit, "B") == 0   ? bytes
                                 : strcmp(unit, "B/s") == 0 ? speeds
                                                            : NULL;
    if (!scales || size == 0)
        return (struct scale){1, unit};
    size_t i = 0;
    while (i < 3 && fabs(size) * scales[i].factor >= 1000)
        i++;
    return scales[i];
}

int decimals_for(double width, int digits)
{
    if (!(width > 0) || !isfinite(width))
        return 0;
    double wanted = digits - 1 - floor(log10(width));
    return (int)fmin(fmax(wanted, 0), 12);
}

const char *fixed_number(struct arena *arena, double value, int decimals)
{
    if (fabs(value) >= 1e9)
        return arena_printf(arena, "%.6g", value);
    return arena_printf(arena, "%.*f", decimals, value);
}

const char *with_unit(struct arena *arena, const char *number, const char *unit)
{
    return unit[0] ? arena_printf(arena, "%s %s", number, unit) : number;
}

const char *at_most_wording(struct arena *arena, const char *value, const char *high,
                            const char *unit)
{
    return arena_printf(arena, "%s (at most %s)", with_unit(arena, value, unit),
                        with_unit(arena, high, unit));
}

int decimals_of_ratio(const struct ratio *ratio)
{
    double half = ratio->bound == RATIO_BOUNDED ? (ratio->high - ratio->low) / 2 : 0.01;
    int decimals = ratio->exact ? decimals_for(fabs(ratio->value - 1), 3) : decimals_for(half, 1);
    return decimals < 2 ? 2 : decimals;
}

const char *duration_wording(struct arena *arena, double seconds)
{
    return seconds < 99.5   ? arena_printf(arena, "%.2g s", seconds)
           : seconds < 6000 ? arena_printf(arena, "%.0f min", seconds / 60)
                            : arena_printf(arena, "%.1f h", seconds / 3600);
}

const char *budget_word(struct arena *arena, double seconds)
{
    return seconds <= 120    ? arena_printf(arena, "%.0fs", 10 * ceil(seconds / 10))
           : seconds <= 7200 ? arena_printf(arena, "%.0fmin", ceil(seconds / 60))
                             : arena_printf(arena, "%.0fh", ceil(seconds / 3600));
}

const char *p_wording(struct arena *arena, double p)
{
    return p < 0.001 ? "p < 0.001" : arena_printf(arena, "p = %.2g", p);
}
