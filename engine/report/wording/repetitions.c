// Levels in words: their shares of the variance, their repetitions, and how these were chosen.
#include "report/wording/repetitions.h"

#include "base/text.h"
#include "model/level.h"
#include "model/phase.h"
#include "report/wording/numbers.h"
#include "store/results/dimensions.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

static const char *not_decomposed(struct arena *arena, const struct decomposition *decomposition)
{
    return arena_printf(arena, "not decomposed: %s", decomposition_missing(arena, decomposition));
}

const char *share_wording(struct arena *arena, const struct decomposition *decomposition, int level)
{
    const struct interval *interval = &decomposition->intervals[level];
    double share = 100 * decomposition->shares[level];
    if (!decomposition->components.known[level])
        return NULL;
    if (!decomposition->separate[level])
        return not_decomposed(arena, decomposition);
    return interval->known ? arena_printf(arena, "%.0f [%.0f, %.0f] %%", share, 100 * interval->low,
                                          100 * interval->high)
                           : arena_printf(arena, "%.0f %%", share);
}

// "iteration 12 %, execution 30 %", or the same with intervals; "" if no level is separate.
static const char *separate_wording(struct arena *arena, const struct decomposition *decomposition,
                                    bool intervals)
{
    const char *words = "";
    for (int i = 0; i < decomposition->components.levels; i++) {
        if (!decomposition->separate[i])
            continue;
        const char *share = intervals
                                ? share_wording(arena, decomposition, i)
                                : arena_printf(arena, "%.0f %%", 100 * decomposition->shares[i]);
        words = arena_printf(arena, "%s%s%s %s", words, *words ? ", " : "",
                             level_name(decomposition->level[i]), share);
    }
    return words;
}

static const char *share_intervals_wording(struct arena *arena, const struct findings *findings,
                                           const struct decomposition *decomposition)
{
    int top = decomposition->components.levels - 1;
    bool known = false;
    for (int i = 0; i <= top; i++)
        known |= decomposition->intervals[i].known;
    return known ? arena_printf(arena, " (%.5g %% intervals over %s)", 100 * findings->confidence,
                                text_counted(arena, decomposition->components.top_units,
                                             level_name(decomposition->level[top])))
                 : "";
}

static bool varies(const struct decomposition *decomposition)
{
    double sum = 0;
    for (int i = 0; i < decomposition->components.levels; i++)
        sum += decomposition->shares[i];
    return sum > 0;
}

const char *variance_wording(struct arena *arena, const struct findings *findings,
                             const struct estimate *estimate)
{
    const struct decomposition *decomposition = &estimate->decomposition;
    if (!varies(decomposition))
        return NULL;
    bool pilot = decomposition->phase == PHASE_PILOT;
    const char *name = findings->catalogue.variants[estimate->variant];
    const char *shares = separate_wording(arena, decomposition, pilot);
    const char *rest = "";
    if (decomposition->missing)
        rest = arena_printf(arena, "%s%s", *shares ? "; the rest is " : "",
                            not_decomposed(arena, decomposition));
    return arena_printf(arena, "variance of %s%s: %s%s%s", name, pilot ? " by the pilot" : "",
                        shares,
                        pilot ? share_intervals_wording(arena, findings, decomposition) : "", rest);
}

const char *repetitions_wording(struct arena *arena, const struct estimate *estimate)
{
    const struct components *components = &estimate->components;
    const char *words = "";
    for (int i = components->levels - 1; i >= 0; i--) {
        const char *count = range_wording(arena, estimate->fewest[i], estimate->most[i],
                                          level_name(estimate->level[i]));
        words = arena_printf(arena, "%s%s%s", words, *words ? " × " : "", count);
    }
    return words;
}

// The counts of one level in a cell: the one used, and those of the closed form.
struct level_choice {
    size_t used;
    double least, most; // 0: no series has an answer
};

static struct level_choice choice_of(const struct cell_findings *cell, enum level level)
{
    struct level_choice choice = {0};
    for (size_t i = 0; i < cell->dimension_count; i++) {
        const struct stored_dimension *row = &cell->dimensions[i].dimension;
        if (row->level != (int)level)
            continue;
        choice.used = row->used;
        if (row->closed_form > 0) {
            choice.least =
                choice.least > 0 ? fmin(choice.least, row->closed_form) : row->closed_form;
            choice.most = fmax(choice.most, row->closed_form);
        }
    }
    return choice;
}

static const char *closed_wording(struct arena *arena, const struct level_choice *choice)
{
    if (choice->most == 0)
        return "no answer";
    if (choice->least == choice->most)
        return arena_printf(arena, "%.0f", choice->most);
    return arena_printf(arena, "%.0f to %.0f", choice->least, choice->most);
}

size_t chosen_blocks(const struct cell_findings *cell)
{
    size_t blocks = 0;
    for (int level = LEVEL_MACHINE; !blocks && level >= LEVEL_ITERATION; level--)
        blocks = choice_of(cell, (enum level)level).used;
    return blocks;
}

bool counts_are_fixed(const struct findings *findings)
{
    bool fixed = true;
    for (size_t i = 0; i < findings->dimension_count; i++)
        fixed = fixed && findings->fixed[findings->dimensions[i].dimension.level];
    return fixed;
}

// ", expecting ±2 % in 61 s", and what a time budget left of it.
static const char *expected_wording(struct arena *arena, const struct findings *findings,
                                    size_t index)
{
    const struct cell_findings *cell = &findings->cells[index];
    const struct stored_cell *stored = &findings->catalogue.cells[index];
    const char *expected = "";
    size_t planned = cell->progress.blocks + cell->progress.open_blocks;
    if (isfinite(stored->half_width))
        expected =
            arena_printf(arena, ", expecting ±%.*g %% in %s", stored->half_width < 0.995 ? 2 : 4,
                         100 * stored->half_width, duration_wording(arena, stored->cost_s));
    return findings->looks || !planned || planned >= chosen_blocks(cell)
               ? expected
               : arena_printf(arena, "%s; the time budget left %s", expected,
                              text_counted(arena, planned, "block"));
}

const char *choice_wording(struct arena *arena, const struct findings *findings, size_t index)
{
    const struct cell_findings *cell = &findings->cells[index];
    if (cell->dimension_count == 0)
        return NULL;
    const char *used = "", *closed = "";
    bool answered = false, all_fixed = counts_are_fixed(findings);
    for (int level = LEVEL_MACHINE; level >= LEVEL_ITERATION; level--) {
        struct level_choice choice = choice_of(cell, (enum level)level);
        if (choice.used == 0)
            continue;
        const char *name = level_name((enum level)level);
        answered |= choice.most > 0;
        used = arena_printf(arena, "%s%s%s%s", used, *used ? " × " : "",
                            text_counted(arena, choice.used, name),
                            findings->fixed[level] && !all_fixed ? " (fixed by the file)" : "");
        closed = arena_printf(arena, "%s%s%s %s", closed, *closed ? ", " : "", name,
                              closed_wording(arena, &choice));
    }
    const char *aim = arena_printf(arena, " for ±%.3g %%%s", 100 * findings->precision,
                                   findings->of_ratios ? " of the ratio" : "");
    const char *expected = expected_wording(arena, findings, index);
    if (!answered)
        closed = "no answer, the top level's T² is not above 0";
    return all_fixed
               ? arena_printf(arena, "Fixed by the file: %s%s; closed form%s: %s", used, expected,
                              aim, closed)
               : arena_printf(
                     arena, "Chosen from the pilot%s: %s%s by %s%s; closed form: %s", aim,
                     findings->looks && cell->progress.blocks <= chosen_blocks(cell) ? "at most "
                                                                                     : "",
                     used, findings->closed_form ? "the closed form" : "the cheapest-cost search",
                     expected, closed);
}

const char *range_wording(struct arena *arena, size_t fewest, size_t most, const char *noun)
{
    const char *counted = text_counted(arena, most, noun);
    return fewest < most ? arena_printf(arena, "%zu to %s", fewest, counted) : counted;
}
