// All meters, and finding one.
#include "meters/meter.h"

extern const struct meter wall_time_meter, cpu_time_meter;

const struct meter *const meters[] = {&wall_time_meter, &cpu_time_meter, NULL};

const struct meter *meter_find(const char *name)
{
    for (const struct meter *const *meter = meters; *meter; meter++)
        if (text_equal((*meter)->name, name))
            return *meter;
    return NULL;
}

const char *meter_unit(const struct meter *meter, const struct sampling *sampling)
{
    bool own = sampling->kind == SAMPLING_PATTERN && meter->per_iteration(sampling);
    return own && sampling->unit ? sampling->unit : meter->unit;
}
