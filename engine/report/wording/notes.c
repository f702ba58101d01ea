// Notes: facts that a reader needs beside the numbers of a cell and of a campaign.
#include "report/wording/notes.h"

#include "analysis/estimate/dependence_wording.h"
#include "analysis/events.h"
#include "model/level.h"
#include "model/phase.h"
#include "report/wording/canary.h"
#include "report/wording/clocks.h"
#include "report/wording/diagnostics.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/missing.h"
#include "report/wording/profiles.h"
#include "report/wording/ratios.h"
#include "report/wording/summaries.h"
#include "stats/dimensioning.h"
#include "store/events.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// The units of the top level in one metric of a cell; exact means need no more of them.
struct metric_units {
    const struct estimate *fewest; // NULL: the cell lacks the metric
    bool unbalanced;               // within a variant
};

static struct metric_units units_of(const struct cell_findings *cell, size_t metric)
{
    struct metric_units units = {0};
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        if (estimate->metric != metric || estimate->components.exact)
            continue;
        units.unbalanced |= !estimate->components.balanced;
        if (!units.fewest || estimate->components.top_units < units.fewest->components.top_units)
            units.fewest = estimate;
    }
    return units;
}

// Adds a sentence that holds for all metrics of a cell, or names those for which it does.
static void note_metrics(struct arena *arena, const struct text_list *metrics, size_t all,
                         const char *words, struct text_list *notes)
{
    if (metrics->count)
        text_list_add(notes, arena,
                      metrics->count == all
                          ? words
                          : arena_printf(arena, "%s: %s", names_wording(arena, metrics), words));
}

// Each metric by itself: one may have a value for an execution, and another for each iteration.
static void note_units(struct arena *arena, const struct findings *findings,
                       const struct cell_findings *cell, struct text_list *notes)
{
    struct text_list few = {0}, single = {0}, unbalanced = {0};
    const struct estimate *fewest = NULL;
    size_t all = 0;
    for (size_t m = 0; m < findings->catalogue.metric_count; m++) {
        const struct metric_units units = units_of(cell, m);
        const char *name = plain_name(arena, findings->catalogue.metrics[m].name);
        size_t count = units.fewest ? units.fewest->components.top_units : FEW_UNITS;
        all += units.fewest != NULL;
        if (count < FEW_UNITS) {
            text_list_add(count == 1 ? &single : &few, arena, name);
            fewest = fewest ? fewest : units.fewest;
        }
        if (units.unbalanced)
            text_list_add(&unbalanced, arena, name);
    }
    bool all_few = few.count + single.count == all;
    for (size_t i = 0; all_few && i < single.count; i++)
        text_list_add(&few, arena, single.items[i]);
    if (few.count)
        note_metrics(arena, &few, all,
                     arena_printf(arena, "fewer than %d %ss: intervals are wide and not robust",
                                  FEW_UNITS, level_name(top_level(fewest))),
                     notes);
    if (!all_few)
        note_metrics(arena, &single, all, "one value, so no interval", notes);
    note_metrics(arena, &unbalanced, all,
                 "unbalanced: not every unit was repeated equally often; means are unweighted",
                 notes);
}

// Such an interval has a width of 0, which is no precision.
static void note_coarse(struct arena *arena, const struct findings *findings,
                        const struct cell_findings *cell, struct text_list *notes)
{
    struct text_list names = {0};
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        if (estimate->components.same && !estimate->components.exact)
            text_list_add(
                &names, arena,
                arena_printf(arena, "%s of %s",
                             plain_name(arena, findings->catalogue.metrics[estimate->metric].name),
                             plain_name(arena, findings->catalogue.variants[estimate->variant])));
    }
    note_metrics(arena, &names, cell->estimate_count,
                 "all values are the same: the clock or the printed digits may be too coarse",
                 notes);
}

// What both sides share cancels, so only what is one side's alone makes ratios depend.
static const char *dependence_of_ratio(struct arena *arena, const struct variant_ratio *one)
{
    struct dependence dependence = {0};
    if (!one->ratio.exact && is_mean(one->new))
        dependence = ratio_test_dependence(&one->test);
    return dependence.found
               ? dependence_wording(arena, &dependence, level_name(top_level(one->new)))
               : NULL;
}

// A sentence for all ratios of which it holds.
static void note_dependence(struct arena *arena, const struct findings *findings,
                            const struct cell_findings *cell, struct text_list *notes)
{
    size_t count = cell->variant_ratio_count;
    const char **words = arena_new_array(arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        words[i] = dependence_of_ratio(arena, &cell->variant_ratios[i]);
    for (size_t i = 0; i < count; i++) {
        struct text_list names = {0};
        const char *own = words[i];
        for (size_t k = i; own && k < count; k++) {
            const struct estimate *new = cell->variant_ratios[k].new;
            if (!text_equal(words[k], own))
                continue;
            text_list_add(
                &names, arena,
                arena_printf(arena, "%s of %s",
                             plain_name(arena, findings->catalogue.metrics[new->metric].name),
                             plain_name(arena, findings->catalogue.variants[new->variant])));
            words[k] = NULL;
        }
        if (names.count)
            text_list_add(notes, arena,
                          arena_printf(arena,
                                       "%s against the baseline: %s; the interval may be too "
                                       "narrow",
                                       names_wording(arena, &names), own));
    }
}

// Of a single cell, the campaign's note says how many blocks are complete.
static void note_failures(struct arena *arena, const struct cell_progress *progress,
                          bool many_cells, struct text_list *notes)
{
    if (progress->retried)
        text_list_add(notes, arena,
                      arena_printf(arena, "%s succeeded only when retried (%s)",
                                   text_counted(arena, progress->retried, "execution"),
                                   plain_name(arena, progress->reasons)));
    if (progress->open_blocks && many_cells)
        text_list_add(notes, arena,
                      arena_printf(arena, "%zu of %zu planned blocks are complete",
                                   progress->blocks, progress->blocks + progress->open_blocks));
}

static double relative_width(const struct estimate *estimate)
{
    return estimate->interval.half_width / fabs(estimate->components.mean);
}

// The widest interval of a variant, among metrics that count for the precision; NULL without any.
static const struct estimate *widest_of(const struct findings *findings,
                                        const struct cell_findings *cell, size_t variant)
{
    const struct estimate *widest = NULL;
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        bool known = estimate->interval.known && estimate->components.mean != 0 &&
                     metric_is_sized(&findings->catalogue.metrics[estimate->metric]);
        if (estimate->variant == variant && known &&
            (!widest || relative_width(estimate) > relative_width(widest)))
            widest = estimate;
    }
    return widest;
}

// A metric that only some executions report: missing values must not be guessed.
static void note_partial(struct arena *arena, const struct findings *findings, size_t index,
                         struct text_list *notes)
{
    const struct catalogue *catalogue = &findings->catalogue;
    for (size_t i = 0; i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        if (series->cell == index && series->phase == findings->cells[index].phase &&
            series_is_partial(series))
            text_list_add(
                notes, arena,
                arena_printf(arena,
                             "%s of %s: not analysed, since only %zu of %zu executions report it",
                             plain_name(arena, catalogue->metrics[series->metric].name),
                             plain_name(arena, catalogue->variants[series->variant]),
                             series->executions, series->of));
    }
}

static void note_missed(struct arena *arena, const struct findings *findings, const char *name,
                        double reached, const struct estimate *estimate, struct text_list *notes)
{
    double asked = findings->precision, excess = reached / asked;
    double units = (double)estimate->components.top_units;
    if (reached < asked * 1.005 || findings->fixed[top_level(estimate)])
        return;
    text_list_add(
        notes, arena,
        arena_printf(
            arena, "%s: ±%.3g %% instead of the requested ±%.3g %%: about %s would reach it", name,
            100 * reached, 100 * asked,
            text_counted(arena, (size_t)fmin(ceil(units * (excess * excess - 1)), 1e9),
                         arena_printf(arena, "more %s", level_name(top_level(estimate))))));
}

static void note_means(struct arena *arena, const struct findings *findings,
                       const struct cell_findings *cell, struct text_list *notes)
{
    for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
        const struct estimate *widest = widest_of(findings, cell, v);
        if (widest)
            note_missed(
                arena, findings,
                arena_printf(arena, "%s of %s",
                             plain_name(arena, findings->catalogue.metrics[widest->metric].name),
                             plain_name(arena, findings->catalogue.variants[v])),
                relative_width(widest), widest, notes);
    }
}

static void note_ratios(struct arena *arena, const struct findings *findings,
                        const struct cell_findings *cell, struct text_list *notes)
{
    for (size_t i = 0; i < cell->variant_ratio_count; i++) {
        const struct variant_ratio *one = &cell->variant_ratios[i];
        const struct stored_metric *metric = &findings->catalogue.metrics[one->new->metric];
        struct ratio ratio = ratio_test_ratio(&one->test, one->confidence);
        size_t place = one->new->cell * findings->catalogue.variant_count + one->new->variant;
        bool decides = !findings->laid_out || findings->laid_out[place] == SIZE_MAX;
        if (ratio.bound == RATIO_BOUNDED && metric_is_sized(metric) && decides)
            note_missed(arena, findings,
                        arena_printf(
                            arena, "%s of %s against the baseline", plain_name(arena, metric->name),
                            plain_name(arena, findings->catalogue.variants[one->new->variant])),
                        (ratio.high - ratio.low) / 2 / ratio.value, one->new, notes);
    }
}

// A precision that the pilot predicted and the real experiment missed. One that the pilot found out
// of reach is an event; a half-width that rounds to the precision reaches it.
static void note_precision(struct arena *arena, const struct findings *findings, size_t index,
                           struct text_list *notes)
{
    const struct cell_findings *cell = &findings->cells[index];
    bool promised = cell->phase == PHASE_REAL && cell->dimension_count > 0 &&
                    findings->catalogue.cells[index].half_width <= findings->precision * (1 + 1e-9);
    if (promised)
        (findings->of_ratios ? note_ratios : note_means)(arena, findings, cell, notes);
}

static void note_batches(struct arena *arena, const struct cell_progress *progress,
                         struct text_list *notes)
{
    if (progress->batch_most <= 1)
        return;
    const char *most = text_counted(arena, progress->batch_most, "iteration");
    text_list_add(
        notes, arena,
        progress->batch_least == progress->batch_most
            ? arena_printf(arena,
                           "a sample is the mean of %s, so median and minimum are of such means",
                           most)
            : arena_printf(
                  arena,
                  "a sample is the mean of %zu to %s, so median and minimum are of such means",
                  progress->batch_least, most));
}

// Of the variant with the fewest builds.
static const char *unseen_wording(struct arena *arena, const struct cell_findings *cell)
{
    size_t fewest = 0;
    for (size_t i = 0; i < cell->estimate_count; i++) {
        size_t builds = builds_with_layouts(cell, cell->estimates[i].variant);
        fewest = !fewest || builds < fewest ? builds : fewest;
    }
    return fewest ? arena_printf(arena, "; layouts rarer than %.2g %% may be unseen in %s",
                                 100 * unseen_share(fewest), text_counted(arena, fewest, "build"))
                  : "";
}

// "120 builds, 120 distinct layouts; layouts rarer than 9.5 % may be unseen in 30 builds".
static const char *layouts_wording(struct arena *arena, const struct cell_findings *cell)
{
    const struct cell_progress *progress = &cell->progress;
    if (progress->builds == 0)
        return NULL;
    bool few = layouts_are_alike(progress);
    return arena_printf(
        arena, "%s, %s%s%s", text_counted(arena, progress->builds, "build"), few ? "only " : "",
        text_counted(arena, progress->layouts, "distinct layout"),
        few ? ": the effect of other layouts is unknown" : unseen_wording(arena, cell));
}

// Empty benchmarks.
static void note_grain(struct arena *arena, const struct findings *findings, size_t index,
                       struct text_list *notes)
{
    const struct cell_findings *cell = &findings->cells[index];
    const struct catalogue *catalogue = &findings->catalogue;
    for (size_t i = 0; i < cell->estimate_count; i++)
        if (is_below_grain(catalogue, &cell->estimates[i]))
            text_list_add(
                notes, arena,
                arena_printf(arena,
                             "%s of %s is below 0.05 ns, less than a CPU cycle: nothing was timed, "
                             "so it has no verdict",
                             plain_name(arena, catalogue->metrics[cell->estimates[i].metric].name),
                             plain_name(arena, catalogue->variants[cell->estimates[i].variant])));
}

struct text_list cell_notes(struct arena *arena, const struct findings *findings, size_t index)
{
    const struct cell_findings *cell = &findings->cells[index];
    const struct cell_progress *progress = &cell->progress;
    const char *nothing = nothing_wording(arena, findings, index);
    const char *failures = failures_wording(arena, findings, index);
    const char *layouts = layouts_wording(arena, cell);
    struct text_list notes = {0};
    if (nothing)
        text_list_add(&notes, arena, nothing);
    note_grain(arena, findings, index, &notes);
    note_units(arena, findings, cell, &notes);
    note_coarse(arena, findings, cell, &notes);
    note_dependence(arena, findings, cell, &notes);
    note_partial(arena, findings, index, &notes);
    note_summaries(arena, findings, index, &notes);
    note_precision(arena, findings, index, &notes);
    if (failures)
        text_list_add(&notes, arena, failures);
    note_failures(arena, progress, findings->catalogue.cell_count > 1, &notes);
    if (cell->measured && cell->phase == PHASE_PILOT)
        text_list_add(&notes, arena, "pilot only: the real experiment has not run yet");
    if (cell->pilot.first)
        text_list_add(&notes, arena,
                      arena_printf(arena, "warm-up: the first %s of every execution are left out",
                                   text_counted(arena, cell->pilot.first, "iteration")));
    note_batches(arena, progress, &notes);
    if (findings->catalogue.cell_count <= CELLS_SHOWN_WHOLE)
        diagnostics_notes(arena, findings, index, &notes);
    if (layouts && !findings->bias) // there the factor has one layout at each value
        text_list_add(&notes, arena, layouts);
    profile_notes(arena, findings, index, &notes);
    return notes;
}

// Events with the same text, but for the benchmarks and variants that they name.
struct event_group {
    struct event_place place; // of the first
    const char *text;         // of the first, whole
    struct text_list names;   // of the benchmarks or variants
};

static bool several_benchmarks(const struct catalogue *catalogue)
{
    for (size_t i = 1; i < catalogue->cell_count; i++)
        if (!text_equal(catalogue->cells[i].benchmark, catalogue->cells[0].benchmark))
            return true;
    return false;
}

static const char *place_name(struct arena *arena, const struct catalogue *catalogue,
                              const struct event_place *place)
{
    return !several_benchmarks(catalogue) ? place->variant
           : catalogue->variant_count == 1
               ? place->benchmark
               : arena_printf(arena, "%s of %s", place->variant, place->benchmark);
}

static void add_event(struct arena *arena, const struct catalogue *catalogue, const char *event,
                      struct event_group *groups, size_t *count)
{
    const char *text = // a linker's message has many lines
        plain_name(arena, arena_strndup(arena, event, strcspn(event, "\n")));
    struct event_place place = event_place_of(arena, catalogue, text);
    size_t at = 0;
    while (at < *count && (!place.benchmark || !groups[at].place.benchmark ||
                           !text_equal(groups[at].place.lead, place.lead) ||
                           !text_equal(groups[at].place.rest, place.rest)))
        at++;
    if (at == *count)
        groups[(*count)++] = (struct event_group){.place = place, .text = text};
    if (place.benchmark)
        text_list_add_once(&groups[at].names, arena, place_name(arena, catalogue, &place));
}

static const char *group_wording(struct arena *arena, const struct event_group *group)
{
    return group->names.count > 1
               ? arena_printf(arena, "%s%s: %s", group->place.lead,
                              names_wording(arena, &group->names), group->place.rest)
               : group->text;
}

// What makes the comparison meaningless comes first.
static bool is_of_identity(const struct event_row *event)
{
    return text_equal(event->kind, "identical") || text_equal(event->kind, "ignored") ||
           text_equal(event->kind, EVENT_CLOCK_AIM);
}

struct text_list event_lines(struct arena *arena, const struct findings *findings, const char *kind)
{
    struct text_list lines = {0};
    size_t count = 0;
    struct event_group *groups = arena_new_array(arena, struct event_group, findings->event_count);
    for (size_t i = 0; i < findings->event_count; i++)
        if (kind ? text_equal(findings->events[i].kind, kind)
                 : !is_of_identity(&findings->events[i]))
            add_event(arena, &findings->catalogue, findings->events[i].text, groups, &count);
    for (size_t i = 0; i < count; i++)
        text_list_add(&lines, arena, group_wording(arena, &groups[i]));
    return lines;
}

static void warn_of_identity(struct arena *arena, const struct findings *findings,
                             struct text_list *warnings)
{
    for (size_t i = 0; i < findings->event_count; i++)
        if (is_of_identity(&findings->events[i]))
            text_list_add_once(warnings, arena, plain_name(arena, findings->events[i].text));
}

// A line of each.
static void warn_of_files(struct arena *arena, const struct findings *findings,
                          const char *const *files, struct text_list *warnings)
{
    size_t count = findings->catalogue.cell_count * findings->catalogue.variant_count;
    for (size_t i = 0; files && i < count; i++) {
        char *rest = files[i] ? arena_strdup(arena, files[i]) : NULL;
        for (char *line; (line = strsep(&rest, "\n"));)
            text_list_add_once(warnings, arena, plain_name(arena, line));
    }
}

// Of many cells, events that differ in numbers share a line, too.
static void note_events(struct arena *arena, const struct findings *findings,
                        struct text_list *notes)
{
    size_t first = notes->count;
    const struct text_list lines = event_lines(arena, findings, NULL);
    size_t *like = arena_new_array(arena, size_t, lines.count);
    for (size_t i = 0; i < lines.count; i++) {
        const char *text = lines.items[i];
        size_t at = findings->catalogue.cell_count > CELLS_SHOWN_WHOLE ? first : notes->count;
        while (at < notes->count && !of_a_kind(notes->items[at], text))
            at++;
        if (at == notes->count)
            text_list_add(notes, arena, text);
        else
            like[at - first]++;
    }
    for (size_t i = first; i < notes->count; i++)
        if (like[i - first])
            notes->items[i] =
                arena_printf(arena, "%s (and %zu similar)", notes->items[i], like[i - first]);
}

struct text_list campaign_warnings(struct arena *arena, const struct findings *findings)
{
    struct text_list warnings = {0};
    const char *completeness = completeness_wording(arena, &findings->completeness);
    warn_of_files(arena, findings, findings->doubts.inputs, &warnings);
    warn_of_files(arena, findings, findings->doubts.files, &warnings);
    warn_of_identity(arena, findings, &warnings);
    if (findings->quick)
        text_list_add(&warnings, arena, QUICK_NOTE);
    if (completeness)
        text_list_add(&warnings, arena,
                      findings->completeness.unfinished
                          ? unfinished_wording(arena, &findings->completeness)
                          : completeness);
    return warnings;
}

struct text_list campaign_notes(struct arena *arena, const struct findings *findings)
{
    struct text_list notes = campaign_warnings(arena, findings);
    if (findings->iteration)
        text_list_add(&notes, arena,
                      arena_printf(arena,
                                   "iterations are not independent: only iteration %zu of every "
                                   "execution is analysed",
                                   findings->iteration));
    note_bootstrap(arena, findings, &notes);
    if (findings->machines)
        text_list_add(&notes, arena, plain_name(arena, findings->machines));
    note_clocks(arena, findings, &notes);
    note_events(arena, findings, &notes);
    canary_notes(arena, findings, &notes);
    if (findings->earlier_blocks)
        text_list_add(
            &notes, arena,
            arena_printf(
                arena,
                "%s measured before a restart: stored in campaign.db, excluded from all results",
                text_counted(arena, findings->earlier_blocks, "block")));
    return notes;
}

static bool has_simultaneous_ratios(const struct findings *findings)
{
    for (size_t i = 0; i < findings->variant_ratio_count; i++)
        if (is_simultaneous(findings, &findings->variant_ratios[i]))
            return true;
    return false;
}

const char *headline(struct arena *arena, const struct findings *findings)
{
    const char *confidence =
        arena_printf(arena, "%.4g %% intervals over the top level%s; means are of this campaign",
                     findings->confidence * 100,
                     has_simultaneous_ratios(findings) ? ", those of ratios simultaneous" : "");
    return *findings->seed
               ? arena_printf(arena, "%s · seed %s", confidence, plain_name(arena, findings->seed))
               : confidence;
}
