// Checks of levels: fixed counts, comparability of variants, and warnings.
#include "spec/keys/internal.h"

#include "meters/build.h"
#include "model/better.h"
#include "spec/target.h"

enum { FEW = 5 };

// Limits of --quick. More executions where they are the top level, and more builds where these cost
// nothing: intervals come from them.
enum { QUICK_ITERATIONS = 100, QUICK_EXECUTIONS = 10, QUICK_TOP_EXECUTIONS = 30, QUICK_BUILDS = 6 };

static bool ends_at_executions(const struct target *target)
{
    return !target_has_builds(target);
}

static void lower(size_t *count, size_t most)
{
    if (*count > most)
        *count = most;
}

// The same for a count that is 0 by default.
static void fix(size_t *count, size_t most)
{
    *count = *count ? *count : most;
    lower(count, most);
}

void levels_lower(struct spec *spec)
{
    struct repeat *repeat = &spec->repeat;
    lower(&repeat->pilot[0], 3);
    fix(&repeat->pilot[1], 2);
    fix(&repeat->pilot[2], 3);
    lower(&repeat->real[0], QUICK_ITERATIONS);
    lower(&repeat->real[1],
          spec_has_target(spec, ends_at_executions) ? QUICK_TOP_EXECUTIONS : QUICK_EXECUTIONS);
    lower(&repeat->real[2],
          spec_has_target(spec, target_is_built) ? QUICK_BUILDS : QUICK_TOP_EXECUTIONS);
}

static void note_fixed(struct reading *reading, const struct node *node, const char *why)
{
    if (node)
        mistake(&reading->mistakes, node->key_place, "'%s' is fixed, but %s", node->key, why);
}

// Why two targets of one cell cannot be compared, or NULL.
static const char *difference(const struct target *a, const struct target *b)
{
    if (a->sampling.kind != b->sampling.kind)
        return "their samples come from different sources";
    if (!text_equal(a->sampling.unit, b->sampling.unit))
        return "their units differ";
    if (a->sampling.better != b->sampling.better)
        return "their 'better' differs";
    if (target_has_iterations(a) != target_has_iterations(b))
        return "only one of them fixes its number of samples";
    if (target_is_built(a) != target_is_built(b))
        return "only one of them is built";
    return NULL;
}

static void check_cell(struct reading *reading, const struct cell *cell,
                       const struct node *variants)
{
    for (size_t v = 1; v < reading->spec->variant_count && !mistakes_full(&reading->mistakes);
         v++) {
        const struct target *target = &cell->targets[v];
        const char *why = difference(&cell->targets[0], target);
        if (why)
            mistake(&reading->mistakes, node_child(variants, target->variant)->key_place,
                    "'%s' of benchmark '%s' cannot be compared with '%s': %s", target->variant,
                    cell->benchmark, cell->targets[0].variant, why);
    }
}

void levels_check(struct reading *reading, const struct node *repeat, const struct node *variants)
{
    const struct spec *spec = reading->spec;
    const struct node *real = node_child(repeat, "real");
    if (!spec_has_target(spec, target_has_builds))
        note_fixed(reading, node_child(real, "builds"),
                   "nothing is built and no randomizer draws per build");
    if (!spec_has_target(spec, target_has_iterations)) {
        const char *why = "no benchmark has the level 'iteration'";
        note_fixed(reading, node_child(real, "iterations"), why);
        note_fixed(reading, node_child(repeat, "iteration"), why);
    }
    for (size_t i = 0; i < spec->cell_count && !mistakes_full(&reading->mistakes); i++)
        check_cell(reading, &spec->cells[i], variants);
}

static bool times_builds(const struct spec *spec)
{
    for (size_t i = 0; i < spec->meter_count; i++)
        if (meter_times_builds(spec->meters[i]))
            return true;
    return false;
}

static bool builds_identically(const struct spec *spec, const struct cell *cell)
{
    bool identical = true;
    for (size_t v = 0; v < spec->variant_count; v++)
        identical &=
            target_is_built(&cell->targets[v]) && !target_draws_per_build(&cell->targets[v]);
    return identical;
}

// Does the sweep vary a factor that no build draws? Then repeating builds shows the noise at each
// of its values.
static bool sweeps_a_factor(const struct spec *spec, const struct cell *cell)
{
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0; v < spec->variant_count; v++)
            if (text_equal(spec->cells[i].benchmark, cell->benchmark) &&
                !targets_draw_alike(&spec->cells[i].targets[v], &cell->targets[v]))
                return true;
    return false;
}

static void warn_of_few(struct arena *arena, struct spec *spec, size_t fixed, const char *what)
{
    if (fixed && fixed < FEW)
        text_list_printf(&spec->warnings, arena,
                         "'real' fixes %zu %s: intervals from fewer than %d are wide", fixed, what,
                         FEW);
}

void warnings_find(struct arena *arena, struct spec *spec)
{
    const char *last = NULL;
    for (size_t i = 0; !times_builds(spec) && i < spec->cell_count; i++) {
        const struct cell *cell = &spec->cells[i];
        if (cell->benchmark == last || !builds_identically(spec, cell) ||
            sweeps_a_factor(spec, cell))
            continue;
        last = cell->benchmark;
        text_list_printf(&spec->warnings, arena,
                         "the builds of benchmark '%s' are identical, since no "
                         "randomizer draws per build: repeating them adds nothing",
                         last);
    }
    if (spec_has_target(spec, target_has_builds))
        warn_of_few(arena, spec, spec->repeat.real[2], "builds");
    if (spec_has_target(spec, ends_at_executions))
        warn_of_few(arena, spec, spec->repeat.real[1], "executions");
}
