// What an experiment would run.
#include "campaign/outlook.h"

#include "plan/levels.h"

#include <string.h>

// Blocks, builds and executions of one phase over all cells, and their least time.
struct amount {
    size_t blocks, builds, executions;
    double least_s;
};

struct pilot_size pilot_size_of(const struct spec *spec, const struct cell *cell)
{
    const size_t *pilot = spec->repeat.pilot;
    bool builds = cell_has_builds(spec, cell), iterations = cell_has_iterations(spec, cell);
    return (struct pilot_size){.blocks = builds ? pilot[2] : pilot[1],
                               .executions = builds ? pilot[1] : 1,
                               .iterations = iterations ? pilot[0] : 0};
}

static bool fixed(const struct spec *spec, const struct cell *cell)
{
    const size_t *real = spec->repeat.real;
    return real[1] && (real[0] || !cell_has_iterations(spec, cell)) &&
           (real[2] || !cell_has_builds(spec, cell));
}

static bool all_fixed(const struct spec *spec)
{
    for (size_t i = 0; i < spec->cell_count; i++) {
        if (!fixed(spec, &spec->cells[i]))
            return false;
    }
    return true;
}

bool pilot_needed(const struct spec *spec)
{
    bool harness = false;
    for (size_t i = 0; i < spec->cell_count; i++)
        harness = harness || cell_has_iterations(spec, &spec->cells[i]);
    return !all_fixed(spec) || (harness && spec->repeat.warmup_auto);
}

static void count_blocks(const struct spec *spec, const struct cell *cell, struct pilot_size size,
                         struct amount *amount)
{
    size_t executions = size.blocks * size.executions * spec->variant_count;
    amount->blocks += size.blocks;
    amount->builds += cell->targets[0].kind == TARGET_COMMAND ? 0
                                                              : size.blocks * spec->variant_count;
    amount->executions += executions;
    amount->least_s += (double)(executions * size.iterations) * spec->repeat.minimum_time_s;
}

static struct amount pilot_amount(const struct spec *spec)
{
    struct amount amount = {0};
    for (size_t i = 0; i < spec->cell_count; i++)
        count_blocks(spec, &spec->cells[i], pilot_size_of(spec, &spec->cells[i]), &amount);
    return amount;
}

static struct amount real_amount(const struct spec *spec)
{
    struct amount amount = {0};
    const size_t *real = spec->repeat.real;
    for (size_t i = 0; i < spec->cell_count; i++) {
        const struct cell *cell = &spec->cells[i];
        bool builds = cell_has_builds(spec, cell);
        struct pilot_size size = {builds ? real[2] : real[1], builds ? real[1] : 1, real[0]};
        count_blocks(spec, cell, size, &amount);
    }
    return amount;
}

static void print_amount(const char *phase, const struct amount *amount, FILE *out)
{
    fprintf(out, "%s: %zu block%s, %zu build%s, %zu execution%s", phase, amount->blocks,
            amount->blocks == 1 ? "" : "s", amount->builds, amount->builds == 1 ? "" : "s",
            amount->executions, amount->executions == 1 ? "" : "s");
    if (amount->least_s > 0)
        fprintf(out, "; at least %.3g s in iterations alone", amount->least_s);
    fputc('\n', out);
}

static void print_randomizers(const struct target *target, FILE *out)
{
    fputs("randomized: ", out);
    for (size_t i = 0; i < target->use_count; i++)
        fprintf(out, "%s%s", i ? ", " : "", target->uses[i].kind->name);
    fputs(target->use_count ? "\n" : "nothing\n", out);
}

static void print_cells(const struct spec *spec, FILE *out)
{
    fprintf(out, "cells: %zu", spec->cell_count);
    for (size_t i = 0; i < spec->axis_count; i++)
        fprintf(out, "%s%s (%zu values)", i ? " × " : ", swept over ", spec->axes[i].name,
                spec->axes[i].values.count);
    fputs("\nvariants: ", out);
    for (size_t i = 0; i < spec->variant_count; i++)
        fprintf(out, "%s%s%s", i ? ", " : "", spec->variants[i],
                i == 0 && spec->variant_count > 1 ? " (baseline)" : "");
    fputc('\n', out);
}

void outlook_print(const struct spec *spec, FILE *out)
{
    fprintf(out, "experiment: %s%s\n", spec->name, spec->quick ? " (quick)" : "");
    print_cells(spec, out);
    print_randomizers(&spec->cells[0].targets[0], out);
    fputs("measured: ", out);
    for (size_t i = 0; i < spec->meter_count; i++)
        fprintf(out, "%s%s", i ? ", " : "", spec->meters[i]->name);
    fputc('\n', out);
    if (pilot_needed(spec)) {
        struct amount pilot = pilot_amount(spec);
        print_amount("pilot", &pilot, out);
    }
    if (all_fixed(spec)) {
        struct amount real = real_amount(spec);
        print_amount("real", &real, out);
    } else {
        fprintf(out, "real: as the pilot finds, for ±%.3g %% at %.4g %% confidence\n",
                spec->repeat.precision * 100, spec->repeat.confidence * 100);
    }
}
