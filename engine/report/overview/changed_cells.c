// Which cells differ from the baseline: whole values of an axis, then points by their effect.
#include "report/overview/changed_cells.h"

#include "base/text.h"
#include "model/verdict.h"
#include "report/overview/cell_groups.h"
#include "report/wording/estimates.h"
#include "report/wording/ratios.h"

#include <math.h>
#include <stdlib.h>

enum { GROUPS_SHOWN = 12, POINTS_SHOWN = 12, SHOWN_FIRST = 6 };

// One variant in one metric.
struct comparison_view {
    struct arena *arena;
    const struct findings *findings;
    const struct stored_metric *metric;
    const struct variant_ratio **by_cell; // NULL: not compared
    struct text_list lines;
    bool first; // of the sections that every reader sees
};

static bool is_compared(const struct variant_ratio *variant_ratio)
{
    return variant_ratio && variant_ratio->ratio.defined &&
           variant_ratio->ratio.bound != RATIO_NONE;
}

static void add_counts(struct comparison_view *view)
{
    size_t cells = view->findings->catalogue.cell_count, counts[VERDICTS] = {0}, compared = 0;
    for (size_t i = 0; i < cells; i++) {
        if (!is_compared(view->by_cell[i]))
            continue;
        counts[view->by_cell[i]->verdict]++;
        compared++;
    }
    text_list_printf(
        &view->lines, view->arena,
        "%zu %s, %zu %s, %s%zu inconclusive, %zu not compared, by simultaneous "
        "intervals: at most %.4g %% of such reports have a false verdict",
        counts[VERDICT_FASTER], verdict_word(view->metric, VERDICT_FASTER), counts[VERDICT_SLOWER],
        verdict_word(view->metric, VERDICT_SLOWER),
        counts[VERDICT_EQUAL] ? arena_printf(view->arena, "%zu equal, ", counts[VERDICT_EQUAL])
                              : "",
        counts[VERDICT_INCONCLUSIVE], cells - compared, 100 * (1 - view->findings->confidence));
}

// "slower for n=1000 at every size (20 cells): ratio 1.02 to 1.31".
static void add_group(struct comparison_view *view, const struct cell_group *group,
                      enum verdict verdict)
{
    double least = INFINITY, most = -INFINITY;
    int decimals = 2;
    for (size_t i = 0; i < group->count; i++) {
        const struct ratio *ratio = &view->by_cell[group->cells[i]]->ratio;
        least = fmin(least, ratio->value);
        most = fmax(most, ratio->value);
        if (fabs(ratio->value - 1) < 0.01)
            decimals = 4;
    }
    text_list_printf(&view->lines, view->arena, "%s %s (%zu cells): ratio %.*f to %.*f",
                     verdict_word(view->metric, verdict), group->words, group->count, decimals,
                     least, decimals, most);
}

// Groups of one verdict; flags in `left` the cells in no group.
static void add_groups(struct comparison_view *view, enum verdict verdict, bool *left)
{
    size_t cells = view->findings->catalogue.cell_count;
    bool *set = arena_new_array(view->arena, bool, cells);
    for (size_t i = 0; i < cells; i++)
        set[i] = is_compared(view->by_cell[i]) && view->by_cell[i]->verdict == verdict;
    struct cell_groups groups =
        cell_groups_of(view->arena, view->findings, set, view->first ? SHOWN_FIRST : GROUPS_SHOWN);
    for (size_t i = 0; i < groups.count; i++)
        add_group(view, &groups.items[i], verdict);
    for (size_t i = 0; i < cells; i++)
        left[i] |= set[i];
}

static double effect(const struct variant_ratio *variant_ratio)
{
    return fabs(log(variant_ratio->ratio.value));
}

static int by_effect(const void *a, const void *b)
{
    const struct variant_ratio *left = a, *right = b;
    double difference = effect(right) - effect(left);
    if (difference != 0)
        return difference > 0 ? 1 : -1;
    return left->new->cell < right->new->cell ? -1 : 1;
}

static void add_point(struct comparison_view *view, const struct variant_ratio *variant_ratio)
{
    text_list_printf(&view->lines, view->arena, "%s: %s",
                     point_wording(view->arena, view->findings, variant_ratio->new->cell),
                     difference_wording(view->arena, view->findings, variant_ratio));
}

static void add_points(struct comparison_view *view, const bool *left)
{
    size_t cells = view->findings->catalogue.cell_count, count = 0;
    struct variant_ratio *points = arena_new_array(view->arena, struct variant_ratio, cells);
    for (size_t i = 0; i < cells; i++)
        if (left[i])
            points[count++] = *view->by_cell[i];
    qsort(points, count, sizeof *points, by_effect);
    size_t shown = view->first ? SHOWN_FIRST : POINTS_SHOWN;
    shown = count < shown ? count : shown;
    for (size_t i = 0; i < shown; i++)
        add_point(view, &points[i]);
    if (count > shown)
        text_list_printf(&view->lines, view->arena, "… and %zu more: %s", count - shown,
                         full_table(view->findings, "csv/ratios.csv"));
}

void changed_cells_section(struct document *document, enum section_rank rank,
                           const struct findings *findings, size_t metric, size_t variant)
{
    const struct catalogue *catalogue = &findings->catalogue;
    struct arena *arena = document->arena;
    struct comparison_view view = {
        arena,
        findings,
        &catalogue->metrics[metric],
        arena_new_array(arena, const struct variant_ratio *, catalogue->cell_count),
        {0},
        rank == RANK_FIRST};
    size_t count = 0;
    for (size_t i = 0; i < findings->variant_ratio_count; i++) {
        const struct variant_ratio *variant_ratio = &findings->variant_ratios[i];
        if (variant_ratio->new->variant != variant || variant_ratio->new->metric != metric)
            continue;
        view.by_cell[variant_ratio->new->cell] = variant_ratio;
        count++;
    }
    if (count == 0)
        return;
    bool *left = arena_new_array(arena, bool, catalogue->cell_count);
    if (!view.first)
        add_counts(&view);
    add_groups(&view, VERDICT_SLOWER, left);
    add_groups(&view, VERDICT_FASTER, left);
    add_points(&view, left);
    section_list(
        document_section(document, rank, NULL,
                         arena_printf(arena, "%s against %s, %s, %s", catalogue->variants[variant],
                                      catalogue->variants[0], view.metric->name,
                                      text_counted(arena, catalogue->cell_count, "cell"))),
        &view.lines);
}
