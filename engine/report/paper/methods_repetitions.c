// Sentences of a methods section on repetitions.
#include "report/paper/methods_repetitions.h"

#include "plan/levels.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/numbers.h"
#include "report/wording/repetitions.h"
#include "store/facts.h"
#include "store/results/dimensions.h"

#include <stdlib.h>
#include <string.h>

// ---- How many

// The repetitions of all variants whose blocks repeat the same level.
struct repeated {
    const struct estimate *deepest;                            // NULL: there are none
    size_t fewest[LEVEL_MACHINE + 1], most[LEVEL_MACHINE + 1]; // by level; most 0: has it not
    struct text_list benchmarks;
};

// A metric that has no value for each iteration has fewer levels than others.
static bool is_deepest(const struct findings *findings, const struct estimate *estimate)
{
    const struct cell_findings *cell = &findings->cells[estimate->cell];
    bool deepest = true;
    for (size_t i = 0; i < cell->estimate_count; i++)
        deepest = deepest && (cell->estimates[i].variant != estimate->variant ||
                              cell->estimates[i].components.levels <= estimate->components.levels);
    return deepest;
}

static size_t repetitions_at(const struct estimate *estimate, enum level level,
                             const size_t counts[LEVELS_MAX])
{
    for (int k = 0; k < estimate->components.levels; k++)
        if (estimate->level[k] == level)
            return counts[k];
    return 1;
}

static void add_repeated(const struct methods *methods, struct repeated *repeated,
                         const struct estimate *estimate)
{
    bool first = !repeated->deepest;
    for (enum level level = LEVEL_ITERATION; level <= top_level(estimate); level++) {
        size_t fewest = repetitions_at(estimate, level, estimate->fewest);
        size_t most = repetitions_at(estimate, level, estimate->most);
        if (first || fewest < repeated->fewest[level])
            repeated->fewest[level] = fewest;
        if (most > repeated->most[level])
            repeated->most[level] = most;
    }
    if (first || estimate->components.levels > repeated->deepest->components.levels)
        repeated->deepest = estimate;
    const char *benchmark = methods->findings->catalogue.cells[estimate->cell].benchmark;
    if (!text_list_has(&repeated->benchmarks, benchmark))
        text_list_add(&repeated->benchmarks, methods->arena, benchmark);
}

static struct repeated repeated_under(const struct methods *methods, enum level top)
{
    const struct findings *findings = methods->findings;
    struct repeated repeated = {0};
    for (size_t i = 0; i < findings->estimate_count; i++)
        if (top_level(&findings->estimates[i]) == top &&
            is_deepest(findings, &findings->estimates[i]))
            add_repeated(methods, &repeated, &findings->estimates[i]);
    return repeated;
}

// "6 builds, each of 3 executions of 10 iterations", of the levels that some variant has.
static const char *counts_wording(const struct methods *methods, const struct repeated *repeated)
{
    const struct estimate *deepest = repeated->deepest;
    const char *words = "";
    int top = deepest->components.levels - 1;
    for (int k = top; k >= 0; k--) {
        enum level level = deepest->level[k];
        words = arena_printf(methods->arena, "%s%s%s", words,
                             k == top       ? ""
                             : k == top - 1 ? ", each of "
                                            : " of ",
                             range_wording(methods->arena, repeated->fewest[level],
                                           repeated->most[level], level_name(level)));
    }
    return words;
}

const char *top_levels_wording(const struct methods *methods, const char *ending)
{
    const char *words = NULL;
    for (enum level top = LEVEL_MACHINE; top >= LEVEL_ITERATION; top--)
        if (repeated_under(methods, top).deepest)
            words = arena_printf(methods->arena, "%s%s%s%s", words ? words : "",
                                 words ? " or " : "", level_name(top), ending);
    return words;
}

static void say_counts(struct methods *methods)
{
    bool several = strchr(top_levels_wording(methods, ""), ' '), first = true;
    for (enum level top = LEVEL_MACHINE; top >= LEVEL_ITERATION; top--) {
        struct repeated repeated = repeated_under(methods, top);
        if (!repeated.deepest)
            continue;
        const char *whose =
            arena_printf(methods->arena, "%s of %s", first ? " Variants" : ", those",
                         names_wording(methods->arena, &repeated.benchmarks));
        text_printf(methods->text, "%s%s in %s", several ? whose : " Every variant",
                    first ? several ? " were measured" : " was measured" : "",
                    counts_wording(methods, &repeated));
        first = false;
    }
    text_printf(methods->text, ".");
}

// ---- How they were chosen

// The stored experiment has one point of each benchmark; NULL: it has none of this one.
static const struct cell *spec_cell(const struct methods *methods, size_t index)
{
    const struct spec *spec = methods->spec;
    const char *benchmark = methods->findings->catalogue.cells[index].entry;
    for (size_t i = 0; spec && i < spec->cell_count; i++)
        if (text_equal(spec->cells[i].benchmark, benchmark))
            return &spec->cells[i];
    return NULL;
}

static size_t number_of(const struct methods *methods, const char *key)
{
    return strtoull(methods_fact(methods, key), NULL, 10);
}

// The pilot of the benchmark with the most levels.
static const char *pilot_wording(const struct methods *methods)
{
    const struct estimate *deepest = NULL;
    for (enum level top = LEVEL_MACHINE; !deepest && top >= LEVEL_ITERATION; top--)
        deepest = repeated_under(methods, top).deepest;
    const struct cell *cell = spec_cell(methods, deepest->cell);
    const char *words = "";
    size_t counts[LEVELS_MAX], ended = number_of(methods, FACT_PILOT_BLOCKS);
    if (!cell)
        return words;
    bool has_builds = cell_has_builds(methods->spec, cell);
    pilot_counts(methods->spec, cell, counts);
    if (ended)
        counts[has_builds ? 2 : 1] = ended;
    size_t chosen = number_of(methods, FACT_PILOT_EXECUTIONS);
    if (has_builds && chosen > counts[1])
        counts[1] = chosen;
    for (int k = deepest->components.levels - 1; k >= 0; k--) {
        enum level level = deepest->level[k];
        if (level <= LEVEL_BUILD)
            words = arena_printf(
                methods->arena, "%s of %s", words,
                text_counted(methods->arena, counts[level - LEVEL_ITERATION], level_name(level)));
    }
    return words;
}

// "builds and executions": the levels whose counts the file fixes, or those that it does not.
static const char *levels_wording(const struct methods *methods, bool fixed)
{
    const struct findings *findings = methods->findings;
    struct text_list names = {0};
    for (enum level level = LEVEL_MACHINE; level >= LEVEL_ITERATION; level--) {
        bool has = false;
        for (size_t i = 0; i < findings->dimension_count; i++)
            has = has || findings->dimensions[i].dimension.level == (int)level;
        if (has && findings->fixed[level] == fixed)
            text_list_printf(&names, methods->arena, "%ss", level_name(level));
    }
    return names.count ? names_wording(methods->arena, &names) : NULL;
}

static const char *search_wording(const struct methods *methods)
{
    const struct findings *findings = methods->findings;
    return arena_printf(methods->arena,
                        "chosen by %s for intervals%s of ±%.3g %%, from a pilot%s whose samples "
                        "enter no result",
                        findings->closed_form ? "the closed form of Kalibera and Jones"
                                              : "a search for the cheapest combination",
                        findings->of_ratios ? " of ratios" : "", 100 * findings->precision,
                        pilot_wording(methods));
}

static void say_choice(struct methods *methods, const char *counts)
{
    const struct findings *findings = methods->findings;
    const char *fixed = levels_wording(methods, true), *open = levels_wording(methods, false);
    if (!findings->dimension_count)
        text_printf(methods->text, " %s were fixed beforehand.", counts);
    else if (!open)
        text_printf(methods->text,
                    " %s were fixed beforehand; the samples of a pilot%s enter no result.", counts,
                    pilot_wording(methods));
    else if (fixed)
        text_printf(methods->text, " %s of %s were fixed beforehand, those of %s were %s.", counts,
                    fixed, open, search_wording(methods));
    else
        text_printf(methods->text, " %s were %s.", counts, search_wording(methods));
}

// ---- How they ended

struct shortfall {
    size_t chosen, planned; // blocks of all cells
};

static struct shortfall shortfall_of(const struct findings *findings)
{
    struct shortfall shortfall = {0};
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        if (!cell_leads(&findings->catalogue, i))
            continue;
        const struct cell_progress *progress = &findings->cells[i].progress;
        size_t planned = progress->blocks + progress->open_blocks;
        size_t chosen = chosen_blocks(&findings->cells[i]);
        shortfall.planned += planned;
        shortfall.chosen += chosen > planned ? chosen : planned;
    }
    return shortfall;
}

static bool is_cut(const struct findings *findings)
{
    struct shortfall shortfall = shortfall_of(findings);
    return shortfall.planned < shortfall.chosen || findings->completeness.at_deadline ||
           findings->completeness.unfinished;
}

static void say_end(struct methods *methods)
{
    const struct findings *findings = methods->findings;
    const struct completeness *completeness = &findings->completeness;
    struct shortfall shortfall = shortfall_of(findings);
    double budget_s = strtod(methods_fact(methods, FACT_BUDGET), NULL);
    if (completeness->at_deadline)
        text_printf(methods->text,
                    " A deadline that was set beforehand ended the campaign after %zu of %zu "
                    "blocks.",
                    completeness->blocks, completeness->planned);
    else if (completeness->unfinished)
        text_printf(methods->text, " The campaign has not ended: %zu of %zu blocks are measured.",
                    completeness->blocks, completeness->planned);
    else if (findings->looks)
        text_printf(
            methods->text,
            " Verdicts were computed at looks that were planned beforehand; the campaign ended "
            "at look %zu of %zu.",
            findings->looks->current, findings->looks->count);
    else if (shortfall.planned < shortfall.chosen)
        text_printf(methods->text, " A time budget%s left %zu of %zu blocks.",
                    budget_s > 0 ? arena_printf(methods->arena, " of %s",
                                                duration_wording(methods->arena, budget_s))
                                 : "",
                    shortfall.planned, shortfall.chosen);
}

static void say_order(struct methods *methods)
{
    const char *top = top_levels_wording(methods, "");
    text_printf(
        methods->text,
        " Measurements were made in blocks of one %s of each variant%s, in an order drawn "
        "at random (seed %s).",
        top, text_equal(top, level_name(LEVEL_EXECUTION)) ? "" : " with its executions interleaved",
        plain_name(methods->arena, methods->findings->seed));
}

void say_repetitions(struct methods *methods)
{
    const struct findings *findings = methods->findings;
    if (!top_levels_wording(methods, ""))
        return;
    say_counts(methods);
    if (!*methods_fact(methods, FACT_VERSION))
        return;
    if (shows_pilot(findings)) {
        text_printf(methods->text,
                    " These results are those of the pilot; the real experiment has not run yet.");
    } else {
        say_choice(methods, findings->looks    ? "The largest counts"
                            : is_cut(findings) ? "The planned counts"
                                               : "These counts");
        say_end(methods);
    }
    say_order(methods);
}
