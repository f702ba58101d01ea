// A ratio in figures, or as a change in percent.
#include "report/wording/changes.h"

#include "model/better.h"
#include "model/level.h"
#include "report/wording/numbers.h"
#include "spec/values.h"

#include <math.h>

// A ratio as a change, all limits with the same digits.
static const char *as_change(struct arena *arena, const struct ratio *ratio, double value)
{
    if (ratio->value >= 10)
        return arena_printf(arena, "×%s", fixed_number(arena, value, 1));
    int decimals = (int)fmax(decimals_of_ratio(ratio) - 2, 1);
    const char *sign = value < 1 ? "-" : "+";
    return arena_printf(arena, "%s%s %%", sign,
                        fixed_number(arena, fabs(100 * (value - 1)), decimals));
}

const char *change_wording(struct arena *arena, const struct ratio *ratio)
{
    return ratio->defined ? as_change(arena, ratio, ratio->value) : "";
}

const char *limits_wording(struct arena *arena, const struct ratio *ratio)
{
    if (!ratio->defined)
        return "";
    if (ratio->exact)
        return "exact";
    switch (ratio->bound) {
    case RATIO_BOUNDED:
        return arena_printf(arena, "[%s, %s]", as_change(arena, ratio, ratio->low),
                            as_change(arena, ratio, ratio->high));
    case RATIO_NO_UPPER:
        return arena_printf(arena, "at least %s", as_change(arena, ratio, ratio->low));
    case RATIO_NO_LOWER:
        return arena_printf(arena, "at most %s", as_change(arena, ratio, ratio->high));
    case RATIO_UNDETERMINED:
        return "undetermined";
    case RATIO_NONE:
        break;
    }
    return "no interval";
}

const char *ratio_wording(struct arena *arena, const struct ratio *ratio)
{
    int decimals = decimals_of_ratio(ratio);
    const char *value = fixed_number(arena, ratio->value, decimals);
    if (ratio->bound == RATIO_BOUNDED && !ratio->exact)
        return arena_printf(arena, "%s [%s, %s]", value, fixed_number(arena, ratio->low, decimals),
                            fixed_number(arena, ratio->high, decimals));
    if (ratio->bound == RATIO_NO_UPPER)
        return arena_printf(arena, "%s, at least %s", value,
                            fixed_number(arena, ratio->low, decimals));
    if (ratio->bound == RATIO_NO_LOWER)
        return arena_printf(arena, "%s, at most %s", value,
                            fixed_number(arena, ratio->high, decimals));
    return arena_printf(arena, "%s, %s", value, limits_wording(arena, ratio));
}
