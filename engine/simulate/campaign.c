// Drawing all cells and sides of a campaign.
#include "simulate/campaign.h"

#include "analysis/pilot/dimensioning.h"
#include "model/phase.h"
#include "simulate/counts.h"
#include "simulate/summary.h"
#include "stats/dimensioning.h"

static struct stored_cell *cells_of(const struct simulation *simulation, struct arena *arena)
{
    size_t count = simulation_cells(simulation);
    struct stored_cell *cells = arena_new_array(arena, struct stored_cell, count);
    for (size_t i = 0; i < count; i++) {
        cells[i].benchmark = arena_printf(arena, "b%zu", i / simulation->points + 1);
        cells[i].point = arena_new_array(arena, const char *, 1);
        cells[i].point[0] = arena_printf(arena, "%zu", i % simulation->points + 1);
        cells[i].execution_level = cells[i].build_level = cells[i].paced = true;
    }
    return cells;
}

const struct catalogue *synthetic_catalogue(const struct simulation *simulation,
                                            struct arena *arena)
{
    static const char *axes[] = {"point"}, *variants[] = {"old", "new"};
    struct catalogue *catalogue = arena_new(arena, struct catalogue);
    struct stored_metric *metric = arena_new(arena, struct stored_metric);
    *metric = (struct stored_metric){.name = "time", .unit = "s", .better = BETTER_LESS};
    *catalogue = (struct catalogue){.axes = axes,
                                    .axis_count = simulation->points > 1,
                                    .variants = variants,
                                    .variant_count = simulation->unpaired ? 1 : WORLD_SIDES,
                                    .cells = cells_of(simulation, arena),
                                    .cell_count = simulation_cells(simulation),
                                    .metrics = metric,
                                    .metric_count = 1};
    return catalogue;
}

static bool is_narrow(const struct simulation *simulation, const struct measured *measured)
{
    struct components components = measured_so_far(measured);
    return mean_half_width(&components, simulation->confidence) <=
           simulation->precision * components.mean;
}

// Both sides' blocks, until both intervals are narrow.
static void add_until_narrow(const struct simulation *simulation, struct cell_counts *chosen,
                             struct measured *const sides[WORLD_SIDES])
{
    size_t blocks = 0, least = counts_builds_least(simulation, simulation->pilot[0]);
    bool narrow = false;
    while (!narrow && blocks < BUILDS_MOST) {
        for (size_t side = 0; side < WORLD_SIDES; side++)
            measured_add(sides[side], simulation->counts, 1);
        narrow =
            ++blocks >= least && is_narrow(simulation, sides[0]) && is_narrow(simulation, sides[1]);
    }
    for (size_t i = 0; i < WORLD_LEVELS - 1; i++)
        chosen->counts[i] = simulation->counts[i];
    chosen->counts[WORLD_LEVELS - 1] = blocks;
    chosen->cost_s = counts_cost(simulation, chosen->counts, 0);
}

static struct cell_counts draw_cell(const struct simulation *simulation, size_t trial, size_t cell,
                                    struct arena *arena, struct measured *const sides[WORLD_SIDES])
{
    struct cell_counts chosen = {0};
    bool adds = simulation->choice == COUNTS_UNTIL_NARROW;
    if (!adds)
        chosen = counts_of_cell(simulation, arena, trial, cell);
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        struct place place = simulation_place(simulation, trial, cell, side);
        measured_begin(sides[side], arena, &simulation->world, &place, chosen.first);
        sides[side]->dropped = chosen.warmup;
        if (simulation->summary.kind != STATISTIC_MEAN) {
            sides[side]->hierarchy = arena_new(arena, struct hierarchy);
            *sides[side]->hierarchy = summary_hierarchy(simulation, &place, arena);
        }
        if (!adds)
            measured_add(sides[side], chosen.counts, chosen.counts[WORLD_LEVELS - 1]);
    }
    if (adds)
        add_until_narrow(simulation, &chosen, sides);
    return chosen;
}

static void begin_campaign(const struct simulation *simulation, const struct catalogue *catalogue,
                           struct arena *arena, struct estimates *estimates)
{
    *estimates = (struct estimates){
        .experiment = "",
        .catalogue = catalogue,
        .confidence = simulation->confidence,
        .cells = arena_new_array(arena, struct cell_findings, catalogue->cell_count),
        .items = arena_new_array(arena, struct estimate,
                                 catalogue->cell_count * catalogue->variant_count)};
}

static void add_estimate(struct estimates *estimates, size_t index, struct measured *measured)
{
    size_t variants = estimates->catalogue->variant_count, cell = index / variants;
    struct estimate *estimate = &estimates->items[index];
    struct cell_findings *own = &estimates->cells[cell];
    measured_finish(measured, estimates->confidence, estimate);
    estimate->cell = cell;
    estimate->variant = index % variants;
    own->phase = PHASE_REAL;
    own->measured = true;
    own->estimates = &estimates->items[cell * variants];
    own->estimate_count = variants;
    estimates->count++;
}

static void add_cell(struct synthetic *synthetic, size_t cell)
{
    struct estimates *campaigns = synthetic->campaigns;
    bool apart = campaigns[0].catalogue->variant_count == 1;
    for (size_t side = 0; side < WORLD_SIDES; side++)
        add_estimate(apart ? &campaigns[side] : &campaigns[0],
                     apart ? cell : WORLD_SIDES * cell + side, &synthetic->measured[side][cell]);
}

struct synthetic *synthetic_draw(const struct simulation *simulation,
                                 const struct catalogue *catalogue, size_t trial,
                                 struct arena *arena)
{
    struct synthetic *synthetic = arena_new(arena, struct synthetic);
    size_t cells = catalogue->cell_count;
    synthetic->first = arena_new_array(arena, size_t, cells);
    synthetic->warmup = arena_new_array(arena, size_t, cells);
    for (size_t side = 0; side < WORLD_SIDES; side++) {
        begin_campaign(simulation, catalogue, arena, &synthetic->campaigns[side]);
        synthetic->measured[side] = arena_new_array(arena, struct measured, cells);
    }
    for (size_t cell = 0; cell < cells; cell++) {
        struct measured *sides[] = {&synthetic->measured[0][cell], &synthetic->measured[1][cell]};
        struct cell_counts chosen = draw_cell(simulation, trial, cell, arena, sides);
        for (size_t i = 0; cell == 0 && i < WORLD_LEVELS; i++)
            synthetic->counts[i] = (double)chosen.counts[i];
        synthetic->first[cell] = chosen.first;
        synthetic->warmup[cell] = chosen.warmup;
        synthetic->builds += (double)chosen.counts[WORLD_LEVELS - 1] / (double)cells;
        synthetic->pilot_cost_s += chosen.pilot_cost_s;
        synthetic->cost_s += chosen.cost_s;
        add_cell(synthetic, cell);
    }
    return synthetic;
}

const struct estimate *synthetic_estimate(const struct synthetic *synthetic, size_t cell,
                                          size_t side)
{
    bool apart = synthetic->campaigns[0].catalogue->variant_count == 1;
    return apart ? &synthetic->campaigns[side].items[cell]
                 : &synthetic->campaigns[0].items[WORLD_SIDES * cell + side];
}
