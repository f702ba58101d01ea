// A table of rates with their errors, then what a campaign takes and what it sees.
#include "report/simulation/document.h"

#include "base/text.h"
#include "report/wording/numbers.h"

static const struct {
    enum rate_kind kind;
    const char *words;
} sections[] = {
    {RATE_COVERAGE, "intervals"},
    {RATE_ERROR, "false verdicts"},
    {RATE_CLAIM, "false claims, at their boundary"},
    {RATE_POWER, "what a campaign shows"},
};

static const char *sd_wording(const struct world *world, int level, struct arena *arena)
{
    double old = 100 * world->sd[0][level], new = 100 * world->sd[1][level];
    return old == new ? arena_printf(arena, "%.3g %%", old)
                      : arena_printf(arena, "%.3g %% and %.3g %%", old, new);
}

static void add_world(struct document *document, const struct simulation *simulation)
{
    struct arena *arena = document->arena;
    const struct world *world = &simulation->world;
    struct text_list lines = {0};
    document->title = arena_printf(
        arena, "%s of %s%s, %s, effect %+.3g %%, seed %llu",
        text_counted(arena, simulation->trials, "campaign"),
        text_counted(arena, simulation->benchmarks, "benchmark"),
        simulation->points > 1 ? arena_printf(arena, " at %zu points", simulation->points) : "",
        simulation->unpaired ? "unpaired" : "paired", 100 * world->effect,
        (unsigned long long)simulation->seed);
    for (int i = WORLD_LEVELS - 1; i >= 0; i--) {
        if (world->sd[0][i] == 0 && world->sd[1][i] == 0 && simulation->counts[i] == 1)
            continue; // no such level
        const char *cost =
            simulation->costs_unknown
                ? ""
                : arena_printf(arena, ", %s", duration_wording(arena, simulation->cost_s[i]));
        text_list_printf(&lines, arena, "%s: sd %s, %s%s", level_name(LEVEL_ITERATION + i),
                         sd_wording(world, i, arena), shape_names[world->shape[i]], cost);
    }
    if (world->warmup > 0)
        text_list_printf(&lines, arena, "warm-up: %s, %.3g %% slower",
                         text_counted(arena, world->warmup, "iteration"),
                         100 * world->warmup_slowdown);
    section_list(document_section(document, RANK_FIRST, NULL, NULL), &lines);
}

static void add_rates(struct document *document, size_t section,
                      const struct simulation *simulation, const struct tally *tally)
{
    enum { COLUMNS = 4 };
    struct arena *arena = document->arena;
    struct report_column *columns = arena_new_array(arena, struct report_column, COLUMNS);
    columns[0].name = sections[section].words;
    columns[1] = (struct report_column){"share", true};
    columns[2] = (struct report_column){"± error", true};
    columns[3] = (struct report_column){"promised", true};
    struct report_table *table =
        section_table(document_section(document, RANK_FIRST, NULL, NULL), NULL, columns, COLUMNS);
    for (enum rate rate = 0; rate < RATES; rate++) {
        const struct rate_value *value = &tally->rates[rate];
        double nominal = rate_nominal(rate, simulation->confidence);
        if (rate_forms[rate].kind != sections[section].kind || value->trials == 0)
            continue;
        const char *cells[COLUMNS] = {
            rate_forms[rate].words, arena_printf(arena, "%.2f %%", 100 * value->value),
            arena_printf(arena, "%.2f", 100 * value->error),
            nominal >= 0 ? arena_printf(arena, "%.3g %%", 100 * nominal) : NULL};
        table_row_of(arena, table, cells);
    }
}

static const char *cost_wording(struct arena *arena, const struct simulation *simulation,
                                const struct tally *tally)
{
    double all = tally->pilot_cost_s + tally->cost_s;
    if (simulation->costs_unknown)
        return "its time is unknown: the campaign was not measured by eswexp (--cost)";
    return arena_printf(
        arena, "%s%s%s", duration_wording(arena, all),
        tally->pilot_cost_s > 0 ? arena_printf(arena, ", %s of it the pilot",
                                               duration_wording(arena, tally->pilot_cost_s))
                                : "",
        tally->best_cost_s > 0 ? arena_printf(arena, ", %.2f times the least for known variances",
                                              all / tally->best_cost_s)
                               : "");
}

// What a campaign takes: medians over trials.
static void add_medians(struct document *document, const struct simulation *simulation,
                        const struct tally *tally)
{
    struct arena *arena = document->arena;
    const struct statistic *summary = &simulation->summary;
    struct text_list lines = {0};
    if (summary->kind != STATISTIC_MEAN && tally->rates[RATE_SUMMARY].trials == 0)
        section_words(document_section(document, RANK_FIRST, NULL, NULL), // of a far percentile
                      arena_printf(arena, "%s has no interval here: it takes at least %zu builds",
                                   statistic_name(arena, summary),
                                   statistic_units_least(summary, simulation->confidence)));
    text_list_printf(&lines, arena, "%.6g builds × %.6g executions × %.6g iterations of each side",
                     tally->builds, tally->counts[1], tally->counts[0]);
    if (simulation->world.warmup > 0)
        text_list_printf(&lines, arena, "%.6g iterations of warm-up dropped from each execution",
                         tally->warmup);
    text_list_printf(&lines, arena, "half-width of a mean ±%.3g %%, of a ratio ±%.3g %%",
                     100 * tally->mean_half_width, 100 * tally->ratio_half_width);
    text_list_add(&lines, arena, cost_wording(arena, simulation, tally));
    section_list(document_section(document, RANK_FIRST, NULL, "medians"), &lines);
}

struct document *simulation_document(struct arena *arena, const struct simulation *simulation,
                                     const struct tally *tally)
{
    struct document *document = document_new(arena, "", "");
    add_world(document, simulation);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        add_rates(document, i, simulation, tally);
    add_medians(document, simulation, tally);
    return document;
}

// ---- For programs

static void add_rate_values(struct record *rates, const struct simulation *simulation,
                            const struct tally *tally)
{
    for (enum rate rate = 0; rate < RATES; rate++) {
        const struct rate_value *value = &tally->rates[rate];
        double nominal = rate_nominal(rate, simulation->confidence);
        if (value->trials == 0)
            continue;
        struct record *record = record_within(rates, rate_forms[rate].name);
        record_number(record, "share", value->value);
        record_number(record, "error", value->error);
        record_number_if(record, "nominal", nominal >= 0, nominal);
        record_count(record, "trials", value->trials);
    }
}

struct record *simulation_record(struct arena *arena, const struct simulation *simulation,
                                 const struct tally *tally)
{
    bool costs = !simulation->costs_unknown;
    struct record *root = record_new(arena);
    record_count(root, "trials", simulation->trials);
    // As text: integers of JSON have 63 bits.
    record_text(root, "seed", arena_printf(arena, "%llu", (unsigned long long)simulation->seed));
    add_rate_values(record_within(root, "rates"), simulation, tally);
    struct record *medians = record_within(root, "medians");
    record_number(medians, "builds", tally->builds);
    record_number(medians, "executions", tally->counts[1]);
    record_number(medians, "iterations", tally->counts[0]);
    record_number(medians, "mean_half_width", tally->mean_half_width);
    record_number(medians, "ratio_half_width", tally->ratio_half_width);
    record_number_if(medians, "pilot_cost_s", costs, tally->pilot_cost_s);
    record_number_if(medians, "cost_s", costs, tally->cost_s);
    if (simulation->world.warmup > 0)
        record_number(medians, "warmup", tally->warmup);
    record_number_if(root, "best_cost_s", costs, tally->best_cost_s);
    return root;
}
