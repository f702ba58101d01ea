// A table of rates with their errors, then what a campaign takes and what it sees.
#include "report/simulation/simulation_text.h"

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

static void print_world(const struct simulation *simulation, struct arena *arena, FILE *out)
{
    const struct world *world = &simulation->world;
    fprintf(out, "%s of %s%s, %s, effect %+.3g %%, seed %llu\n",
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
        fprintf(out, "  %-10s sd %s, %s%s\n", level_name(LEVEL_ITERATION + i),
                sd_wording(world, i, arena), shape_names[world->shape[i]], cost);
    }
    if (world->warmup > 0)
        fprintf(out, "  %-10s %s, %.3g %% slower\n", "warm-up",
                text_counted(arena, world->warmup, "iteration"), 100 * world->warmup_slowdown);
}

static void print_rate(const struct rate_form *form, const struct rate_value *value, double nominal,
                       FILE *out)
{
    fprintf(out, "  %-46s %6.2f %% ± %4.2f", form->words, 100 * value->value, 100 * value->error);
    if (nominal >= 0)
        fprintf(out, "   (%.3g %%)", 100 * nominal);
    fputc('\n', out);
}

static void print_section(size_t section, const struct simulation *simulation,
                          const struct tally *tally, FILE *out)
{
    bool any = false;
    for (enum rate rate = 0; rate < RATES; rate++) {
        const struct rate_value *value = &tally->rates[rate];
        if (rate_forms[rate].kind != sections[section].kind || value->trials == 0)
            continue;
        if (!any)
            fprintf(out, "\n%s\n", sections[section].words);
        any = true;
        print_rate(&rate_forms[rate], value, rate_nominal(rate, simulation->confidence), out);
    }
}

// Of a percentile far out, few builds have no interval.
static void print_refusal(const struct simulation *simulation, const struct tally *tally,
                          struct arena *arena, FILE *out)
{
    const struct statistic *summary = &simulation->summary;
    if (summary->kind != STATISTIC_MEAN && tally->rates[RATE_SUMMARY].trials == 0)
        fprintf(out, "\n%s has no interval here: it takes at least %zu builds\n",
                statistic_name(arena, summary),
                statistic_units_least(summary, simulation->confidence));
}

static void print_cost(const struct simulation *simulation, const struct tally *tally,
                       struct arena *arena, FILE *out)
{
    fprintf(out, "\nmedians\n  %.6g builds × %.6g executions × %.6g iterations of each side\n",
            tally->builds, tally->counts[1], tally->counts[0]);
    if (simulation->world.warmup > 0)
        fprintf(out, "  %.6g iterations of warm-up dropped from each execution\n", tally->warmup);
    fprintf(out, "  half-width of a mean ±%.3g %%, of a ratio ±%.3g %%\n",
            100 * tally->mean_half_width, 100 * tally->ratio_half_width);
    if (simulation->costs_unknown) {
        fputs("  its time is unknown: the campaign was not measured by eswexp (--cost)\n", out);
        return;
    }
    fprintf(out, "  %s", duration_wording(arena, tally->pilot_cost_s + tally->cost_s));
    if (tally->pilot_cost_s > 0)
        fprintf(out, ", %s of it the pilot", duration_wording(arena, tally->pilot_cost_s));
    if (tally->best_cost_s > 0)
        fprintf(out, ", %.2f times the least for known variances",
                (tally->pilot_cost_s + tally->cost_s) / tally->best_cost_s);
    fputc('\n', out);
}

void simulation_text(const struct simulation *simulation, const struct tally *tally, FILE *out)
{
    struct arena arena = {0};
    print_world(simulation, &arena, out);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        print_section(i, simulation, tally, out);
    print_refusal(simulation, tally, &arena, out);
    print_cost(simulation, tally, &arena, out);
    arena_release(&arena);
}
