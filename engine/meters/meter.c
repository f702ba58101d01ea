// The table of all meters, and functions that meters share.
#include "meters/meter.h"

#include "run/execution.h"

// A new meter is a const struct in a file of this folder, and a line here.
// clang-format off
#define EVERY_METER(each) \
    each(wall_time) \
    each(bandwidth) \
    each(rate) \
    each(cpu_time) \
    each(user_time) \
    each(system_time) \
    each(peak_memory) \
    each(virtual_memory) \
    each(resident_memory) \
    each(shared_memory) \
    each(proportional_memory) \
    each(unique_memory) \
    each(tree_memory) \
    each(kernel_memory) \
    each(page_faults) \
    each(minor_faults) \
    each(major_faults) \
    each(context_switches) \
    each(voluntary_switches) \
    each(involuntary_switches) \
    each(energy) \
    each(energy_above_idle) \
    each(energy_cores) \
    each(energy_dram) \
    each(binary_size) \
    each(text_size) \
    each(build_time) \
    each(link_time) \
    each(cycles) \
    each(instructions) \
    each(frequency) \
    each(cache_references) \
    each(cache_misses) \
    each(branches) \
    each(branch_misses) \
    each(task_clock) \
    each(migrations) \
    each(valgrind)
// clang-format on

#define DECLARE_METER(name) extern const struct meter name##_meter;
EVERY_METER(DECLARE_METER)

#define ENTER(name) &name##_meter,
const struct meter *const meters[] = {EVERY_METER(ENTER) NULL};

const struct meter *meter_find(const char *name)
{
    for (const struct meter *const *meter = meters; *meter; meter++)
        if (text_equal((*meter)->name, name))
            return *meter;
    return NULL;
}

const char *meter_unavailable(const struct meter *meter, struct arena *arena, const char *root)
{
    const char *why = NULL;
    return meter->probe && !meter->probe(meter, arena, root, &why) ? why : NULL;
}

const char *meter_unit(const struct meter *meter, const struct sampling *sampling)
{
    bool own = sampling->kind == SAMPLING_PATTERN && meter->per_iteration(meter, sampling);
    return own && sampling->unit ? sampling->unit : meter->unit;
}

void meter_ask(const struct meter *meter, struct execution_request *request)
{
    request->wanted |= meter->wants;
    if (meter->reads)
        request->figures |= figure_bit(meter->figure);
    if (meter->divides)
        request->figures |= figure_bit(meter->divisor);
}

bool meter_never_per_iteration(const struct meter *meter, const struct sampling *sampling)
{
    (void)meter;
    (void)sampling;
    return false;
}

size_t meter_collect_figure(const struct meter *meter, const struct observation *observation,
                            double *values, size_t capacity)
{
    const struct figures *figures = &observation->outcome.figures;
    double by = meter->divides ? figures->values[meter->divisor] : 1;
    if (!figure_is_known(figures, meter->figure) || by == 0)
        return 0;
    if (capacity > 0)
        values[0] = figures->values[meter->figure] / by;
    return 1;
}
