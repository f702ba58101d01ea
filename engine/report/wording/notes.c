// Notes on a cell and on a campaign.
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
static void note_metrics(struct notes *notes, enum note_kind kind, const struct text_list *metrics,
                         size_t all, const char *words)
{
    if (metrics->count == all && all)
        notes_add(notes, kind, "%s", words);
    else if (metrics->count)
        notes_add(notes, kind, "%s: %s", names_wording(notes->arena, metrics), words);
}

// Each metric by itself: one may have a value for an execution, and another for each iteration.
static void note_units(struct notes *notes, const struct findings *findings,
                       const struct cell_findings *cell)
{
    struct arena *arena = notes->arena;
    struct text_list few = {0}, single = {0}, unbalanced = {0};
    const struct estimate *fewest = NULL;
    size_t all = 0;
    for (size_t m = 0; m < findings->catalogue.metric_count; m++) {
        const struct metric_units units = units_of(cell, m);
        const char *name = findings->catalogue.metrics[m].name;
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
        note_metrics(notes, NOTE_FEW_BLOCKS, &few, all,
                     arena_printf(arena, "fewer than %d %ss: intervals are wide and not robust",
                                  FEW_UNITS, level_name(top_level(fewest))));
    if (!all_few)
        note_metrics(notes, NOTE_FEW_BLOCKS, &single, all, "one value, so no interval");
    note_metrics(notes, NOTE_UNBALANCED, &unbalanced, all,
                 "unbalanced: not every unit was repeated equally often; means are unweighted");
}

static const char *metric_of_variant(struct arena *arena, const struct findings *findings,
                                     const struct estimate *estimate)
{
    return arena_printf(arena, "%s of %s", findings->catalogue.metrics[estimate->metric].name,
                        findings->catalogue.variants[estimate->variant]);
}

// Such an interval has a width of 0, which is no precision.
static void note_coarse(struct notes *notes, const struct findings *findings,
                        const struct cell_findings *cell)
{
    struct text_list names = {0};
    for (size_t i = 0; i < cell->estimate_count; i++) {
        const struct estimate *estimate = &cell->estimates[i];
        if (estimate->components.same && !estimate->components.exact)
            text_list_add(&names, notes->arena,
                          metric_of_variant(notes->arena, findings, estimate));
    }
    note_metrics(notes, NOTE_COARSE, &names, cell->estimate_count,
                 "all values are the same: the clock or the printed digits may be too coarse");
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
static void note_dependence(struct notes *notes, const struct findings *findings,
                            const struct cell_findings *cell)
{
    size_t count = cell->variant_ratio_count;
    const char **words = arena_new_array(notes->arena, const char *, count);
    for (size_t i = 0; i < count; i++)
        words[i] = dependence_of_ratio(notes->arena, &cell->variant_ratios[i]);
    for (size_t i = 0; i < count; i++) {
        struct text_list names = {0};
        const char *own = words[i];
        for (size_t k = i; own && k < count; k++) {
            if (!text_equal(words[k], own))
                continue;
            text_list_add(&names, notes->arena,
                          metric_of_variant(notes->arena, findings, cell->variant_ratios[k].new));
            words[k] = NULL;
        }
        if (names.count)
            notes_add(notes, NOTE_DEPENDENCE,
                      "%s against the baseline: %s; the interval may be too narrow",
                      names_wording(notes->arena, &names), own);
    }
}

// Of a single cell, the campaign's note says how many blocks are complete.
static void note_failures(struct notes *notes, const struct cell_progress *progress,
                          bool many_cells)
{
    if (progress->retried)
        notes_add(notes, NOTE_EVENT, "%s succeeded only when retried (%s)",
                  text_counted(notes->arena, progress->retried, "execution"), progress->reasons);
    if (progress->open_blocks && many_cells)
        notes_add(notes, NOTE_PARTIAL, "%zu of %zu planned blocks are complete", progress->blocks,
                  progress->blocks + progress->open_blocks);
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
static void note_partial(struct notes *notes, const struct findings *findings, size_t index)
{
    const struct catalogue *catalogue = &findings->catalogue;
    for (size_t i = 0; i < catalogue->series_count; i++) {
        const struct series_entry *series = &catalogue->series[i];
        if (series->cell == index && series->phase == findings->cells[index].phase &&
            series_is_partial(series))
            notes_add(notes, NOTE_PARTIAL,
                      "%s of %s: not analysed, since only %zu of %zu executions report it",
                      catalogue->metrics[series->metric].name, catalogue->variants[series->variant],
                      series->executions, series->of);
    }
}

// How far an interval is from the precision that the campaign aims at; `more`: units that would
// reach it.
static void note_missed(struct notes *notes, const struct findings *findings, const char *name,
                        double reached, const struct estimate *estimate)
{
    double asked = findings->precision, excess = reached / asked;
    double units = (double)estimate->components.top_units;
    if (reached < asked * 1.005 || findings->fixed[top_level(estimate)])
        return;
    const char *more =
        text_counted(notes->arena, (size_t)fmin(ceil(units * (excess * excess - 1)), 1e9),
                     arena_printf(notes->arena, "more %s", level_name(top_level(estimate))));
    notes_add(notes, NOTE_PRECISION, "%s: ±%.3g %% instead of ±%.3g %%: about %s would reach it",
              name, 100 * reached, 100 * asked, more);
}

static void note_means(struct notes *notes, const struct findings *findings,
                       const struct cell_findings *cell)
{
    for (size_t v = 0; v < findings->catalogue.variant_count; v++) {
        const struct estimate *widest = widest_of(findings, cell, v);
        if (widest)
            note_missed(notes, findings, metric_of_variant(notes->arena, findings, widest),
                        relative_width(widest), widest);
    }
}

static void note_ratios(struct notes *notes, const struct findings *findings,
                        const struct cell_findings *cell)
{
    for (size_t i = 0; i < cell->variant_ratio_count; i++) {
        const struct variant_ratio *one = &cell->variant_ratios[i];
        struct ratio ratio = ratio_test_ratio(&one->test, one->confidence);
        size_t place = one->new->cell * findings->catalogue.variant_count + one->new->variant;
        bool decides = !findings->laid_out || findings->laid_out[place] == SIZE_MAX;
        if (ratio.bound == RATIO_BOUNDED && decides &&
            metric_is_sized(&findings->catalogue.metrics[one->new->metric]))
            note_missed(notes, findings,
                        arena_printf(notes->arena, "%s against the baseline",
                                     metric_of_variant(notes->arena, findings, one->new)),
                        (ratio.high - ratio.low) / 2 / ratio.value, one->new);
    }
}

// A precision that the pilot predicted and the real experiment missed. One that the pilot found out
// of reach is an event; a half-width that rounds to the precision reaches it.
static void note_precision(struct notes *notes, const struct findings *findings, size_t index)
{
    const struct cell_findings *cell = &findings->cells[index];
    bool promised = cell->phase == PHASE_REAL && cell->dimension_count > 0 &&
                    findings->catalogue.cells[index].half_width <= findings->precision * (1 + 1e-9);
    if (promised)
        (findings->of_ratios ? note_ratios : note_means)(notes, findings, cell);
}

static void note_batches(struct notes *notes, const struct cell_progress *progress)
{
    const char *most = text_counted(notes->arena, progress->batch_most, "iteration");
    if (progress->batch_most > 1)
        notes_add(notes, NOTE_DETAIL,
                  "a sample is the mean of %s%s, so median and minimum are of such means",
                  progress->batch_least == progress->batch_most
                      ? ""
                      : arena_printf(notes->arena, "%zu to ", progress->batch_least),
                  most);
}

// "120 builds, 120 distinct layouts; layouts rarer than 9.5 % may be unseen in 30 builds", of the
// variant with the fewest.
static void note_layouts(struct notes *notes, const struct cell_findings *cell)
{
    const struct cell_progress *progress = &cell->progress;
    size_t fewest = 0;
    if (progress->builds == 0)
        return;
    const char *builds = text_counted(notes->arena, progress->builds, "build"),
               *layouts = text_counted(notes->arena, progress->layouts, "distinct layout");
    if (layouts_are_alike(progress)) {
        notes_add(notes, NOTE_ONE_LAYOUT, "%s, only %s: the effect of other layouts is unknown",
                  builds, layouts);
        return;
    }
    for (size_t i = 0; i < cell->estimate_count; i++) {
        size_t own = builds_with_layouts(cell, cell->estimates[i].variant);
        fewest = !fewest || own < fewest ? own : fewest;
    }
    notes_add(notes, NOTE_DETAIL, "%s, %s", builds, layouts);
    if (fewest)
        notes_add(notes, NOTE_LAYOUTS_UNSEEN, "layouts rarer than %.2g %% may be unseen in %s",
                  100 * unseen_share(fewest), text_counted(notes->arena, fewest, "build"));
}

// Empty benchmarks.
static void note_grain(struct notes *notes, const struct findings *findings, size_t index)
{
    const struct cell_findings *cell = &findings->cells[index];
    for (size_t i = 0; i < cell->estimate_count; i++)
        if (is_below_grain(&findings->catalogue, &cell->estimates[i]))
            notes_add(notes, NOTE_BELOW_GRAIN,
                      "%s is below 0.05 ns, less than a CPU cycle: nothing was timed, so it has no "
                      "verdict",
                      metric_of_variant(notes->arena, findings, &cell->estimates[i]));
}

void cell_notes(struct notes *notes, const struct findings *findings, size_t index)
{
    const struct cell_findings *cell = &findings->cells[index];
    const char *nothing = nothing_wording(notes->arena, findings, index);
    bool biased;
    const char *failures = failures_wording(notes->arena, findings, index, &biased);
    if (nothing)
        notes_add(notes, NOTE_NOTHING_MEASURED, "%s", nothing);
    note_grain(notes, findings, index);
    note_units(notes, findings, cell);
    note_coarse(notes, findings, cell);
    note_dependence(notes, findings, cell);
    note_partial(notes, findings, index);
    note_summaries(notes, findings, index);
    note_precision(notes, findings, index);
    if (failures)
        notes_add(notes, biased ? NOTE_FAILED_EXECUTIONS : NOTE_PARTIAL, "%s", failures);
    note_failures(notes, &cell->progress, findings->catalogue.cell_count > 1);
    if (cell->measured && cell->phase == PHASE_PILOT)
        notes_add(notes, NOTE_PILOT_ONLY, "pilot only: the real experiment has not run yet");
    if (cell->pilot.first)
        notes_add(notes, NOTE_DETAIL, "warm-up: the first %s of every execution are left out",
                  text_counted(notes->arena, cell->pilot.first, "iteration"));
    note_batches(notes, &cell->progress);
    diagnostics_notes(notes, findings, index);
    if (!findings->bias) // there the factor has one layout at each value
        note_layouts(notes, cell);
    profile_notes(notes, findings, index);
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
        arena_strndup(arena, event, strcspn(event, "\n"));
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

struct text_list event_lines(struct arena *arena, const struct findings *findings, const char *kind)
{
    struct text_list lines = {0};
    size_t count = 0;
    struct event_group *groups = arena_new_array(arena, struct event_group, findings->event_count);
    for (size_t i = 0; i < findings->event_count; i++)
        if (text_equal(findings->events[i].kind, kind))
            add_event(arena, &findings->catalogue, findings->events[i].text, groups, &count);
    for (size_t i = 0; i < count; i++)
        text_list_add(&lines, arena, group_wording(arena, &groups[i]));
    return lines;
}

// What an event of the store means for the answer.
static enum note_kind kind_of(const char *event)
{
    static const struct {
        const char *event;
        enum note_kind kind;
    } kinds[] = {{"identical", NOTE_IDENTICAL},
                 {"ignored", NOTE_IDENTICAL},
                 {EVENT_CLOCK_AIM, NOTE_CLOCK_AIM},
                 {EVENT_CLOCK_UNTRIED, NOTE_CLOCK_UNTRIED},
                 {EVENT_INPUTS_UNSEEN, NOTE_INPUTS_UNSEEN},
                 {EVENT_EXIT_CODES, NOTE_EXIT_CODES},
                 {EVENT_CONDITIONS, NOTE_CAMPAIGNS_DIFFER},
                 {EVENT_LAYOUT, NOTE_NOT_RANDOMIZED},
                 {EVENT_WHOLE_OBJECTS, NOTE_WHOLE_OBJECTS},
                 {EVENT_NO_SAMPLES, NOTE_PARTIAL},
                 {"precision", NOTE_PRECISION},
                 {"warm-up", NOTE_NO_STEADY_STATE},
                 {EVENT_RELINKED, NOTE_DETAIL},
                 {"ready commands", NOTE_DETAIL},
                 {"looks", NOTE_DETAIL},
                 {"time", NOTE_DETAIL},
                 {"pilot", NOTE_DETAIL},
                 {"tune", NOTE_DETAIL},
                 {"energy", NOTE_DETAIL},
                 {"resumed", NOTE_DETAIL},
                 {"process settings", NOTE_DETAIL}};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (text_equal(event, kinds[i].event))
            return kinds[i].kind;
    return NOTE_EVENT;
}

// Of many cells, events that differ in numbers share a line, too.
static void note_events(struct notes *notes, const struct findings *findings)
{
    struct text_list seen = {0};
    for (size_t i = 0; i < findings->event_count; i++) {
        const char *event = findings->events[i].kind;
        if (!text_list_add_once(&seen, notes->arena, event))
            continue;
        const struct text_list lines = event_lines(notes->arena, findings, event);
        size_t first = notes->count, *like = arena_new_array(notes->arena, size_t, lines.count);
        for (size_t k = 0; k < lines.count; k++) {
            size_t at = findings->catalogue.cell_count > CELLS_SHOWN_WHOLE ? first : notes->count;
            while (at < notes->count && !of_a_kind(notes->items[at].text, lines.items[k]))
                at++;
            if (at == notes->count)
                notes_add(notes, kind_of(event), "%s", lines.items[k]);
            else
                like[at - first]++;
        }
        for (size_t k = first; k < notes->count; k++)
            if (like[k - first])
                notes->items[k].text = arena_printf(notes->arena, "%s (and %zu similar)",
                                                    notes->items[k].text, like[k - first]);
    }
}

// A note of each line.
static void note_files(struct notes *notes, enum note_kind kind, const struct findings *findings,
                       const char *const *files)
{
    size_t count = findings->catalogue.cell_count * findings->catalogue.variant_count;
    for (size_t i = 0; files && i < count; i++) {
        char *rest = files[i] ? arena_strdup(notes->arena, files[i]) : NULL;
        for (char *line; (line = strsep(&rest, "\n"));)
            if (!notes_have(notes, kind, line))
                notes_add(notes, kind, "%s", line);
    }
}

void campaign_notes(struct notes *notes, const struct findings *findings)
{
    note_files(notes, NOTE_INPUTS_DIFFER, findings, findings->doubts.inputs);
    note_files(notes, NOTE_FILES_DIFFER, findings, findings->doubts.files);
    if (findings->completeness.at_deadline)
        notes_add(notes, NOTE_DEADLINE, "%s",
                  completeness_wording(notes->arena, &findings->completeness));
    if (findings->iteration)
        notes_add(notes, NOTE_DETAIL,
                  "iterations are not independent: only iteration %zu of every execution is "
                  "analysed",
                  findings->iteration);
    note_bootstrap(notes, findings);
    if (findings->machines)
        notes_add(notes, NOTE_EVENT, "%s", findings->machines);
    note_clocks(notes, findings);
    note_events(notes, findings);
    canary_notes(notes, findings);
    if (findings->earlier_blocks)
        notes_add(notes, NOTE_DETAIL,
                  "%s measured before a restart: stored in campaign.db, excluded from all results",
                  text_counted(notes->arena, findings->earlier_blocks, "block"));
}

static bool has_simultaneous_ratios(const struct findings *findings)
{
    for (size_t i = 0; i < findings->variant_ratio_count; i++)
        if (is_simultaneous(findings, &findings->variant_ratios[i]))
            return true;
    return false;
}

const char *intervals_wording(struct arena *arena, const struct findings *findings)
{
    return arena_printf(arena, "%.4g %% intervals%s", findings->confidence * 100,
                        has_simultaneous_ratios(findings) ? ", those of ratios simultaneous" : "");
}
