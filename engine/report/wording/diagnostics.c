// Sentences about warm-up, independence, outliers, bimodality, drift and interference.
#include "report/wording/diagnostics.h"

#include "analysis/diagnostics/warmup.h"
#include "analysis/estimate/dependence_wording.h"
#include "model/level.h"
#include "model/phase.h"
#include "report/wording/drift.h"
#include "report/wording/estimates.h"
#include "report/wording/notes.h"
#include "report/wording/numbers.h"

#include <math.h>
#include <string.h>

static bool is_campaign(const struct findings *findings)
{
    return *findings->seed != '\0';
}

// Iterations that the estimate leaves out anyway.
static size_t cut_of(const struct findings *findings, const struct series_diagnostics *diagnostics)
{
    return diagnostics->phase == PHASE_PILOT
               ? findings->cells[diagnostics->estimate->cell].pilot.first
               : 0;
}

// Most executions have no steady state: then autocorrelation and outliers mean nothing.
static bool is_unsteady(const struct series_diagnostics *diagnostics)
{
    return 2 * diagnostics->never > diagnostics->executions;
}

static struct note never_note(struct arena *arena, const struct findings *findings,
                              const struct series_diagnostics *diagnostics)
{
    size_t chosen = iteration_taken(&findings->catalogue.cells[diagnostics->estimate->cell]);
    const char *advice = chosen ? arena_printf(arena, "iteration %zu of each is analysed", chosen)
                         : is_campaign(findings)
                             ? "analyse the same iteration of each ('repeat.iteration')"
                             : "analyse the same iteration of each";
    return (struct note){chosen ? NOTE_DETAIL : NOTE_NO_STEADY_STATE,
                         arena_printf(arena, "no steady state in %zu of %s: %s", diagnostics->never,
                                      text_counted(arena, diagnostics->executions, "execution"),
                                      advice)};
}

// Iterations that were left out before the values that were searched.
static size_t left_out_before(const struct findings *findings, enum phase phase, size_t cell)
{
    const struct stored_cell *stored = &findings->catalogue.cells[cell];
    return findings->warmup + (phase == PHASE_REAL && stored->dimensioned ? stored->warmup : 0);
}

static struct note remaining_note(struct arena *arena, const struct findings *findings,
                                  const struct series_diagnostics *diagnostics)
{
    size_t executions = diagnostics->real.executions, never = diagnostics->real.never;
    size_t end = left_out_before(findings, PHASE_REAL, diagnostics->estimate->cell) +
                 diagnostics->real.warmup;
    const char *all = text_counted(arena, executions, "execution");
    if (2 * never > executions)
        return (struct note){
            NOTE_NO_STEADY_STATE,
            arena_printf(arena,
                         "no steady state in %zu of %s of the real experiment: set 'repeat.warmup' "
                         "above %zu, or analyse the same iteration of each ('repeat.iteration')",
                         never, all, end)};
    return (struct note){
        NOTE_WARM_UP,
        arena_printf(arena,
                     "warm-up in %zu of %s of the real experiment, until iteration %zu: the mean "
                     "contains it, set 'repeat.warmup: %zu'",
                     diagnostics->real.changed, all, end, end)};
}

// "steady after 12 iterations", or how far no warm-up was seen.
static const char *steady_wording(struct arena *arena, const struct findings *findings,
                                  const struct series_diagnostics *diagnostics)
{
    const struct estimate *estimate = diagnostics->estimate;
    size_t probed = findings->cells[estimate->cell].probed;
    const char *executions =
        arena_printf(arena, "in %zu of %s", diagnostics->steady,
                     text_counted(arena, diagnostics->executions, "execution"));
    if (diagnostics->warmup)
        return arena_printf(arena, "steady after %s %s",
                            text_counted(arena, diagnostics->warmup, "iteration"), executions);
    bool told = probed > diagnostics->horizon &&
                text_equal(findings->catalogue.metrics[estimate->metric].name, "wall_time");
    return arena_printf(
        arena, "steady from the first iteration%s %s (%zu searched%s)",
        left_out_before(findings, diagnostics->phase, estimate->cell) ? " that counts" : "",
        executions, diagnostics->horizon,
        told ? arena_printf(arena, ", and %zu in a probe", probed) : "");
}

static struct note warmup_note(struct arena *arena, const struct findings *findings,
                               const struct series_diagnostics *diagnostics)
{
    size_t cell = diagnostics->estimate->cell, cut = cut_of(findings, diagnostics);
    bool own = diagnostics->phase == PHASE_REAL || !is_unsteady(diagnostics);
    if (own && is_campaign(findings) && diagnostics_warm_up_remains(diagnostics))
        return remaining_note(arena, findings, diagnostics);
    if (diagnostics->executions == 0)
        return (struct note){0};
    if (is_unsteady(diagnostics))
        return never_note(arena, findings, diagnostics);
    const char *steady = steady_wording(arena, findings, diagnostics);
    if (diagnostics->warmup <= cut || iteration_taken(&findings->catalogue.cells[cell]))
        return (struct note){NOTE_DETAIL, steady};
    size_t end = left_out_before(findings, diagnostics->phase, cell) + diagnostics->warmup;
    return (struct note){NOTE_WARM_UP,
                         is_campaign(findings)
                             ? arena_printf(arena, "%s: set 'repeat.warmup: %zu'", steady, end)
                             : arena_printf(arena, "%s: leave out the iterations before", steady)};
}

// "(lag 1: r = 0.52, p = 0.0012)", of the largest r.
static const char *lag_wording(struct arena *arena, const struct independence *independence)
{
    size_t worst = 0;
    for (size_t k = 1; k < INDEPENDENCE_LAGS; k++)
        if (fabs(independence->r[k]) > fabs(independence->r[worst]))
            worst = k;
    return arena_printf(arena, "(lag %zu: r = %.2f, %s)", worst + 1, independence->r[worst],
                        p_wording(arena, independence->p));
}

// The effect of autocorrelation on the interval: the variance of a mean grows with 1 + 2 Σ r_k.
static const char *consequence(const struct independence *independence, const char *remedy)
{
    double sum = 0;
    for (size_t k = 0; k < INDEPENDENCE_LAGS; k++)
        sum += independence->r[k];
    return sum > 0 ? remedy : "the interval of the mean may be too wide";
}

static struct note iterations_note(struct arena *arena,
                                   const struct series_diagnostics *diagnostics)
{
    const struct independence *iterations = &diagnostics->iterations;
    if (!iterations->known)
        return (struct note){0};
    if (iterations->independent)
        return (struct note){
            NOTE_DETAIL,
            arena_printf(arena, "iterations independent at lags 1 to %d", INDEPENDENCE_LAGS)};
    bool above = diagnostics->estimate->components.levels > 1;
    return (struct note){
        above ? NOTE_DETAIL : NOTE_DEPENDENCE,
        arena_printf(
            arena, "iterations not independent %s: %s", lag_wording(arena, iterations),
            above ? "only the means of executions count"
                  : consequence(iterations, "the interval is too narrow, repeat executions"))};
}

// The ratio says it of itself, where there is one.
static struct note blocks_note(struct arena *arena, const struct findings *findings,
                               const struct estimate *estimate)
{
    const struct dependence *dependence = &estimate->dependence;
    const char *level = level_name(top_level(estimate));
    bool compared = findings->cells[estimate->cell].variant_ratio_count;
    if (dependence->found)
        return (struct note){compared ? NOTE_DETAIL : NOTE_DEPENDENCE,
                             arena_printf(arena, "%s; the mean of another hour may differ by more",
                                          dependence_wording(arena, dependence, level))};
    bool told = dependence->blocks < FEW_UNITS || estimate->components.same;
    return (struct note){NOTE_DEPENDENCE_UNKNOWN,
                         told ? NULL : too_few_wording(arena, dependence, level)};
}

const char *verdict_wording(struct arena *arena, const struct findings *findings,
                            const struct series_diagnostics *diagnostics)
{
    bool unsteady = is_unsteady(diagnostics);
    const char *parts[] = {warmup_note(arena, findings, diagnostics).text,
                           unsteady ? NULL : iterations_note(arena, diagnostics).text,
                           unsteady ? NULL
                                    : blocks_note(arena, findings, diagnostics->estimate).text};
    const char *words = NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (parts[i])
            words = words ? arena_printf(arena, "%s; %s", words, parts[i]) : parts[i];
    return words;
}

// So few outliers move the mean by as much as its interval tells: chance might have had none, or
// twice as many.
static bool rests_on_outliers(const struct series_diagnostics *diagnostics)
{
    enum { FEW = 5 };
    const struct interval *interval = &diagnostics->estimate->interval;
    return diagnostics->outliers <= FEW && interval->known && is_mean(diagnostics->estimate) &&
           diagnostics->outlier_distance / (double)diagnostics->samples > interval->half_width / 2;
}

// ---- Notes of a cell

// A sentence on a series; its text is NULL where there is none.
typedef struct note note_on_series(struct arena *arena, const struct findings *findings,
                                   const struct series_diagnostics *diagnostics);

static struct note independence_note(struct arena *arena, const struct findings *findings,
                                     const struct series_diagnostics *diagnostics)
{
    (void)findings;
    return is_unsteady(diagnostics) ? (struct note){0} : iterations_note(arena, diagnostics);
}

static struct note dependence_note(struct arena *arena, const struct findings *findings,
                                   const struct series_diagnostics *diagnostics)
{
    return is_unsteady(diagnostics) ? (struct note){0}
                                    : blocks_note(arena, findings, diagnostics->estimate);
}

static struct note outliers_note(struct arena *arena, const struct findings *findings,
                                 const struct series_diagnostics *diagnostics)
{
    bool within = diagnostics->estimate->level[0] == LEVEL_ITERATION;
    bool rests = rests_on_outliers(diagnostics);
    (void)findings;
    if (diagnostics->outliers == 0 || is_unsteady(diagnostics))
        return (struct note){0};
    return (struct note){
        rests ? NOTE_OUTLIERS : NOTE_DETAIL,
        arena_printf(arena, "%zu of %s are outliers%s: kept%s", diagnostics->outliers,
                     text_counted(arena, diagnostics->samples, "sample"),
                     within ? " within their execution" : "",
                     rests ? "; so few move the mean much, and its interval may be too narrow"
                           : "")};
}

static struct note bimodality_note(struct arena *arena, const struct findings *findings,
                                   const struct series_diagnostics *diagnostics)
{
    const struct estimate *estimate = diagnostics->estimate;
    if (!diagnostics->bimodal)
        return (struct note){0};
    return (struct note){
        NOTE_BIMODAL,
        arena_printf(arena, "bimodal: %.0f %% of %ss near %s, %.0f %% near %s",
                     100 * (1 - diagnostics->mode_share), level_name(top_level(estimate)),
                     quantity_wording(arena, findings, estimate, diagnostics->modes[0]),
                     100 * diagnostics->mode_share,
                     quantity_wording(arena, findings, estimate, diagnostics->modes[1]))};
}

static const char *series_name(struct arena *arena, const struct findings *findings,
                               const struct estimate *estimate)
{
    const struct cell_findings *cell = &findings->cells[estimate->cell];
    const struct estimate *last = &cell->estimates[cell->estimate_count - 1];
    const char *variant = findings->catalogue.variants[estimate->variant];
    const char *metric = findings->catalogue.metrics[estimate->metric].name;
    if (cell->estimates[0].metric == last->metric)
        return variant;
    return findings->catalogue.variant_count == 1 ? metric
                                                  : arena_printf(arena, "%s, %s", variant, metric);
}

// One note for all series that share a sentence, with their names unless all share it.
static void note_each(struct notes *notes, const struct findings *findings,
                      const struct series_diagnostics *diagnostics, size_t count,
                      note_on_series *note_of)
{
    struct arena *arena = notes->arena;
    struct note *own = arena_new_array(arena, struct note, count);
    for (size_t i = 0; i < count; i++)
        own[i] = note_of(arena, findings, &diagnostics[i]);
    for (size_t i = 0; i < count; i++) {
        const char *words = own[i].text, *names = "";
        size_t same = 0;
        for (size_t k = i; words && k < count; k++) {
            if (!text_equal(own[k].text, words))
                continue;
            names = arena_printf(arena, "%s%s%s", names, same++ ? "; " : "",
                                 series_name(arena, findings, diagnostics[k].estimate));
            own[k].text = NULL;
        }
        if (words && same == count)
            notes_add(notes, own[i].kind, "%s", words);
        else if (words)
            notes_add(notes, own[i].kind, "%s: %s", names, words);
    }
}

// Of a variant's executions; a smaller share is usual on any machine.
static const double INTERFERENCE_SHARE = 0.1;

static double executions_of(const struct estimate *estimate)
{
    double executions = 1;
    for (int i = 0; i < estimate->components.levels; i++)
        executions *=
            estimate->level[i] == LEVEL_ITERATION ? 1 : estimate->components.repetitions[i];
    return executions;
}

static void add_interference(struct arena *arena, size_t executions, double all, double share,
                             const char *what, const char **words)
{
    if (executions && (double)executions > share * all)
        *words = arena_printf(arena, "%s%s%zu of %.0f executions %s", *words, **words ? ", " : "",
                              executions, all, what);
}

// Output of a process wakes the launcher on the same CPU, so preemptions count only for processes
// that print nothing between iterations.
const char *interference_wording(struct arena *arena, const struct stored_cell *cell,
                                 const struct series_diagnostics *const *series, size_t count)
{
    size_t migrated = 0, switched = 0, throttled = 0;
    const char *words = "";
    double all = 0;
    for (size_t i = 0; i < count; i++) {
        all += executions_of(series[i]->estimate);
        migrated += series[i]->migrated;
        switched += cell->paced ? series[i]->switched : 0;
        throttled += series[i]->throttled;
    }
    add_interference(arena, switched, all, INTERFERENCE_SHARE, "were preempted", &words);
    add_interference(arena, migrated, all, INTERFERENCE_SHARE,
                     "migrated between CPUs (see 'machine.cpus')", &words);
    add_interference(arena, throttled, all, 0, "ran while the CPU was throttled", &words);
    return *words ? arena_printf(arena,
                                 "%s%s; intervals are wider for it, and another "
                                 "session may differ by more",
                                 strstr(words, "preempted") ? "the machine was busy: " : "", words)
                  : NULL;
}

// All metrics of a variant come from the same executions, so one metric is counted.
static void note_interference(struct notes *notes, const struct stored_cell *cell,
                              const struct series_diagnostics *diagnostics, size_t count)
{
    const struct series_diagnostics **series =
        arena_new_array(notes->arena, const struct series_diagnostics *, count);
    size_t own = 0;
    for (size_t i = 0; i < count; i++)
        if (diagnostics[i].estimate->metric == diagnostics[0].estimate->metric)
            series[own++] = &diagnostics[i];
    const char *words = interference_wording(notes->arena, cell, series, own);
    if (words)
        notes_add(notes, NOTE_INTERFERENCE, "%s", words);
}

void diagnostics_notes(struct notes *notes, const struct findings *findings, size_t index)
{
    static note_on_series *const all[] = {warmup_note, independence_note, dependence_note,
                                          outliers_note, bimodality_note};
    const struct cell_findings *cell = &findings->cells[index];
    if (!findings->diagnostics || cell->estimate_count == 0)
        return;
    const struct series_diagnostics *diagnostics =
        &findings->diagnostics[cell->estimates - findings->estimates];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        note_each(notes, findings, diagnostics, cell->estimate_count, all[i]);
    note_drift(notes, findings, diagnostics, cell->estimate_count);
    note_interference(notes, &findings->catalogue.cells[index], diagnostics, cell->estimate_count);
}

const char *diagnostics_wording(struct arena *arena, const struct findings *findings)
{
    size_t looked_at = 0;
    for (size_t i = 0; findings->diagnostics && i < findings->estimate_count; i++)
        looked_at += findings->diagnostics[i].looked_at;
    const char *which =
        looked_at == findings->estimate_count
            ? "all series"
            : arena_printf(arena, "%zu of %zu series", looked_at, findings->estimate_count);
    return arena_printf(arena,
                        "diagnostics looked at %s: by chance one in a hundred shows "
                        "autocorrelation of iterations, one in 25 dependence of blocks",
                        which);
}
