// The table of the units of time.
#include "run/harness/units.h"

#include "base/text.h"

#include <stddef.h>

bool harness_unit(const char *unit, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"ns", 1e-9}, {"us", 1e-6},   {"\u00b5s", 1e-6}, {"\u03bcs", 1e-6}, {"ms", 1e-3},
                 {"s", 1},     {"min", 60},    {"m", 60},         {"h", 3600},       {"hr", 3600},
                 {"d", 86400}, {"day", 86400}, {"ps", 1e-12}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (text_equal(unit, units[i].name)) {
            *seconds = units[i].seconds;
            return true;
        }
    return false;
}
