// The table of all meters, and functions that meters share.
#include "meters/meter.h"

#include "run/execution.h"

extern const struct meter wall_time_meter, bandwidth_meter, rate_meter;
extern const struct meter cpu_time_meter, user_time_meter, system_time_meter;
extern const struct meter page_faults_meter, minor_faults_meter, major_faults_meter;
extern const struct meter context_switches_meter, voluntary_switches_meter,
    involuntary_switches_meter;
extern const struct meter peak_memory_meter, virtual_memory_meter, resident_memory_meter,
    shared_memory_meter, proportional_memory_meter, unique_memory_meter;
extern const struct meter tree_memory_meter, kernel_memory_meter;
extern const struct meter energy_meter, energy_above_idle_meter, energy_cores_meter,
    energy_dram_meter, binary_size_meter, text_size_meter, build_time_meter, link_time_meter;
extern const struct meter cycles_meter, instructions_meter, cache_references_meter,
    cache_misses_meter, branches_meter, branch_misses_meter, task_clock_meter, migrations_meter,
    frequency_meter, valgrind_meter;

const struct meter *const meters[] = {
    &wall_time_meter,
    &bandwidth_meter,
    &rate_meter,
    &cpu_time_meter,
    &user_time_meter,
    &system_time_meter,
    &peak_memory_meter,
    &virtual_memory_meter,
    &resident_memory_meter,
    &shared_memory_meter,
    &proportional_memory_meter,
    &unique_memory_meter,
    &tree_memory_meter,
    &kernel_memory_meter,
    &page_faults_meter,
    &minor_faults_meter,
    &major_faults_meter,
    &context_switches_meter,
    &voluntary_switches_meter,
    &involuntary_switches_meter,
    &energy_meter,
    &energy_above_idle_meter,
    &energy_cores_meter,
    &energy_dram_meter,
    &binary_size_meter,
    &text_size_meter,
    &build_time_meter,
    &link_time_meter,
    &cycles_meter,
    &instructions_meter,
    &frequency_meter,
    &cache_references_meter,
    &cache_misses_meter,
    &branches_meter,
    &branch_misses_meter,
    &task_clock_meter,
    &migrations_meter,
    &valgrind_meter,
    NULL,
};

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
