// Printing what an experiment would run.
#include "campaign/dry_run.h"

#include "campaign/phase/repetitions.h"
#include "machine/cpu_list.h"
#include "model/phase.h"
#include "model/process_settings.h"
#include "plan/levels.h"
#include "spec/expression/derivation.h"
#include "spec/pictures.h"
#include "spec/process_settings.h"
#include "spec/target.h"

#include <stdlib.h>
#include <string.h>

// Blocks, builds and executions of one phase over all cells.
struct amount {
    size_t blocks, builds, executions;
};

static struct amount amount_of(const struct spec *spec,
                               struct repetitions (*repetitions_in)(const struct spec *,
                                                                    const struct cell *))
{
    struct amount amount = {0};
    for (size_t i = 0; i < spec->cell_count; i++) {
        const struct cell *cell = &spec->cells[i];
        struct repetitions repeat = repetitions_in(spec, cell);
        amount.blocks += repeat.blocks;
        amount.executions += repeat.blocks * repeat.executions * spec->variant_count;
        if (cell_has_builds(spec, cell))
            amount.builds += repeat.blocks * spec->variant_count;
    }
    return amount;
}

static void print_amount(const char *phase, const struct amount *amount, FILE *out)
{
    fprintf(out, "%s: %zu block%s, %zu build%s, %zu execution%s", phase, amount->blocks,
            amount->blocks == 1 ? "" : "s", amount->builds, amount->builds == 1 ? "" : "s",
            amount->executions, amount->executions == 1 ? "" : "s");
    fputc('\n', out);
}

static void add_uses(const struct target *target, bool fixed, struct text *wording)
{
    const char *between = fixed ? "; fixed: " : "";
    for (size_t i = 0; i < target->use_count; i++)
        if (randomizer_is_fixed(&target->uses[i]) == fixed) {
            text_printf(wording, "%s%s", between, target->uses[i].kind->name);
            between = ", ";
        }
}

static const char *randomized_wording(struct arena *arena, const struct target *target)
{
    TEXT_CLEANUP struct text wording = {0};
    add_uses(target, false, &wording);
    if (!wording.length)
        text_add(&wording, "nothing");
    add_uses(target, true, &wording);
    return arena_strdup(arena, wording.bytes);
}

// The commits of a variant's revisions, over all cells: " at 1a2b3c4d, 5e6f7a8b".
static void print_commits(const struct spec *spec, size_t variant, FILE *out)
{
    const char *last = NULL;
    for (size_t i = 0; i < spec->cell_count; i++) {
        const char *commit = spec->cells[i].targets[variant].commit;
        if (commit && !text_equal(commit, last))
            fprintf(out, "%s %.8s", last ? "," : " at", commit);
        last = commit ? commit : last;
    }
}

static void print_cells(const struct spec *spec, FILE *out)
{
    fprintf(out, "cells: %zu", spec->cell_count);
    for (size_t i = 0; i < spec->axis_count; i++)
        fprintf(out, "%s%s (%zu value%s)", i ? " × " : ", swept over ", spec->axes[i].name,
                spec->axes[i].values.count, spec->axes[i].values.count == 1 ? "" : "s");
    fputs("\nvariants: ", out);
    for (size_t i = 0; i < spec->variant_count; i++) {
        fprintf(out, "%s%s", i ? ", " : "", spec->variants[i]);
        print_commits(spec, i, out);
        fputs(i == 0 && spec->variant_count > 1 ? " (baseline)" : "", out);
    }
    fputc('\n', out);
}

// The process settings that the file sets, else "".
static const char *process_settings_wording(struct arena *arena, const struct target *target)
{
    TEXT_CLEANUP struct text wording = {0};
    cpu_set_t cpus;
    CPU_ZERO(&cpus);
    for (size_t i = 0; i < target->cpu_count; i++)
        CPU_SET(target->cpus[i], &cpus);
    if (!target->draws_cpu && !target->cpu_auto && !target->cpu_count)
        text_add(&wording, ", any CPU");
    if (target->cpu_auto)
        text_printf(&wording, ", %s, chosen when it begins",
                    text_counted(arena, target->cpu_auto, "quiet core"));
    if (target->cpu_count)
        text_printf(&wording, ", CPU%s %s", target->cpu_count > 1 ? "s" : "",
                    cpus_written(arena, &cpus));
    if (target->process_settings.memory)
        text_printf(&wording, ", memory %s", memory_wording(arena, &target->process_settings));
    if (target->process_settings.urgency)
        text_printf(&wording, ", priority %s", priority_wording(arena, &target->process_settings));
    return wording.length ? arena_strdup(arena, wording.bytes + strlen(", ")) : "";
}

// Each variant in the first cell of each benchmark; the settings of its other cells are the same.
static size_t list_targets(const struct spec *spec, struct arena *arena,
                           const struct target ***targets)
{
    size_t count = 0;
    *targets =
        arena_new_array(arena, const struct target *, spec->cell_count * spec->variant_count);
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++)
            if (!i || !text_equal(spec->cells[i].benchmark, spec->cells[i - 1].benchmark))
                (*targets)[count++] = &spec->cells[i].targets[v];
    return count;
}

typedef const char *target_wording(struct arena *arena, const struct target *target);

// The targets that share a wording: "O2, O3" of a single benchmark, else "sort, zlib.O3".
static const char *names_of(struct arena *arena, const struct spec *spec,
                            const struct target *const *targets, size_t count,
                            target_wording *wording_of, const char *wording)
{
    const char *names = "";
    size_t variants = spec->variant_count;
    for (size_t first = 0; first < count; first += variants) {
        const char *own = "", *between = *names ? ", " : "";
        size_t alike = 0;
        for (size_t i = first; i < first + variants; i++) {
            if (!text_equal(wording_of(arena, targets[i]), wording))
                continue;
            own = arena_printf(arena, "%s%s%s%s%s", own, alike++ ? ", " : "",
                               count > variants ? targets[i]->benchmark : "",
                               count > variants ? "." : "", targets[i]->variant);
        }
        if (alike == variants && count > variants)
            own = targets[first]->benchmark;
        if (alike)
            names = arena_printf(arena, "%s%s%s", names, between, own);
    }
    return names;
}

// One line for all targets, or one for each wording with the names of its targets.
static void print_each(const struct spec *spec, const char *title, target_wording *wording_of,
                       const char *nothing, FILE *out)
{
    struct arena arena = {0};
    const struct target **targets;
    size_t count = list_targets(spec, &arena, &targets);
    struct text_list lines = {0};
    for (size_t i = 0; i < count; i++)
        text_list_add_once(&lines, &arena, wording_of(&arena, targets[i]));
    for (size_t i = 0; i < lines.count; i++) {
        const char *wording = lines.items[i];
        if (lines.count > 1)
            fprintf(out, "%s (%s): %s\n", title,
                    names_of(&arena, spec, targets, count, wording_of, wording),
                    *wording ? wording : nothing);
        else if (*wording)
            fprintf(out, "%s: %s\n", title, wording);
    }
    arena_release(&arena);
}

static void print_all(const struct spec *spec, FILE *out)
{
    fprintf(out, "experiment: %s%s\n", spec->name, spec->quick ? " (quick)" : "");
    print_cells(spec, out);
    print_each(spec, "randomized", randomized_wording, "", out);
    fputs("measured: ", out);
    for (size_t i = 0; i < spec->meter_count; i++)
        fprintf(out, "%s%s", i ? ", " : "", spec->meters[i]->name);
    fputc('\n', out);
    print_each(spec, "process settings", process_settings_wording, "a CPU drawn for each round",
               out);
    for (size_t i = 0; i < spec->derivation_count; i++)
        fprintf(out, "derived: %s = %s\n", spec->derivations[i].name, spec->derivations[i].text);
    for (size_t i = 0; i < spec->drawing_count; i++)
        fprintf(out, "picture: %s over %s\n", spec->drawings[i].name, spec->drawings[i].x);
    for (size_t i = 0; i < spec->claims.count; i++)
        fprintf(out, "claim: %s\n", spec->claims.items[i]);
    for (size_t i = 0; i < spec->requirement_count; i++)
        fprintf(out, "%s%s", i ? ", " : "requires of the machine: ", spec->requirements[i].text);
    if (spec->requirement_count)
        fputc('\n', out);
    if (pilot_needed(spec)) {
        struct amount pilot = amount_of(spec, pilot_repetitions);
        print_amount("pilot", &pilot, out);
    }
    if (real_is_fixed(spec)) {
        struct amount real = amount_of(spec, fixed_repetitions);
        print_amount("real", &real, out);
    } else {
        bool of_ratio = spec->repeat.precision_of == PRECISION_OF_RATIO;
        fprintf(out, "real: dimensioned by the pilot, for ±%.3g %%%s at %.4g %% confidence%s\n",
                spec->repeat.precision * 100,
                of_ratio && spec_compared_variants(spec) > 1 ? " of the ratio" : "",
                spec->repeat.confidence * 100,
                spec->repeat.aims_at_question ? "; 'eswexp run' takes about a minute (--budget)"
                                              : "");
    }
}

void dry_run_print(const struct spec *spec, FILE *out)
{
    char *lines = NULL;
    size_t size = 0;
    FILE *text = open_memstream(&lines, &size);
    if (!text)
        out_of_memory();
    print_all(spec, text);
    if (fclose(text) != 0 || !lines)
        out_of_memory();
    text_make_plain_but(lines, "\n");
    fputs(lines, out);
    free(lines);
}

bool dry_run_is_feasible(const struct spec *spec, struct error *error)
{
    struct arena scratch = {0};
    struct repetitions *pilot = arena_new_array(&scratch, struct repetitions, spec->cell_count);
    struct repetitions *real = arena_new_array(&scratch, struct repetitions, spec->cell_count);
    for (size_t i = 0; i < spec->cell_count; i++) {
        pilot[i] = pilot_repetitions(spec, &spec->cells[i]);
        real[i] = fixed_repetitions(spec, &spec->cells[i]);
    }
    bool feasible =
        repetitions_are_feasible(spec, pilot, error) && repetitions_are_feasible(spec, real, error);
    arena_release(&scratch);
    return feasible;
}
