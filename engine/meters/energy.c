// Meters of energy during an execution, of the whole machine, by RAPL: energy, energy_above_idle,
// energy_cores, energy_dram.
#include "meters/energy.h"

#include "model/better.h"

bool energy_part(const struct meter *meter, enum rapl_part *part)
{
    switch (meter->reads ? meter->figure : FIGURES) {
    case FIGURE_ENERGY:
    case FIGURE_ENERGY_ABOVE_IDLE:
        *part = RAPL_PACKAGES;
        return true;
    case FIGURE_ENERGY_CORES:
        *part = RAPL_CORES;
        return true;
    case FIGURE_ENERGY_DRAM:
        *part = RAPL_DRAM;
        return true;
    default:
        return false;
    }
}

static bool probe(const struct meter *meter, struct arena *arena, const char *root,
                  const char **why)
{
    enum rapl_part part;
    if (!energy_part(meter, &part))
        return false;
    struct rapl rapl = rapl_find(arena, root, 1U << part);
    return rapl_has(&rapl, part, why);
}

extern const struct meter energy_meter, energy_above_idle_meter, energy_cores_meter,
    energy_dram_meter;

const struct meter energy_meter = {
    .name = "energy",
    .unit = "J",
    .summary = "energy of all CPU packages during an execution (RAPL)",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_ENERGY,
    .probe = probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter energy_above_idle_meter = {
    .name = "energy_above_idle",
    .unit = "J",
    .summary = "energy minus the idle energy of the packages",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_ENERGY_ABOVE_IDLE,
    .probe = probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter energy_cores_meter = {
    .name = "energy_cores",
    .unit = "J",
    .summary = "energy of the CPU cores, a part of energy",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_ENERGY_CORES,
    .probe = probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};

const struct meter energy_dram_meter = {
    .name = "energy_dram",
    .unit = "J",
    .summary = "energy of the DRAM, no part of energy",
    .better = BETTER_LESS,
    .reads = true,
    .figure = FIGURE_ENERGY_DRAM,
    .probe = probe,
    .per_iteration = meter_never_per_iteration,
    .collect = meter_collect_figure,
};
