// The judges of crimes that concern the numbers of a campaign.
#include "report/paper/checklist_numbers.h"

#include "analysis/estimate/summary_statistics.h"
#include "model/level.h"
#include "model/phase.h"
#include "report/wording/estimates.h"
#include "report/wording/lines.h"
#include "report/wording/notes.h"
#include "report/wording/ratios.h"
#include "report/wording/repetitions.h"
#include "spec/target.h"

#include <string.h>

struct check judge_degradation(const struct inspection *inspection)
{
    size_t compared = inspection->findings->variant_ratio_count;
    size_t slower = inspection->slower;
    if (slower)
        return check_of(inspection, CHECK_VOUCHED,
                        "%zu of %zu comparisons are slower; the report shows them like the others",
                        slower, compared);
    return check_of(inspection, CHECK_ASK,
                    "None of %zu comparisons is slower: which loads could suffer, and are they "
                    "among these benchmarks?",
                    compared);
}

static size_t points_of_axes(const struct spec *spec)
{
    size_t points = 1;
    for (size_t i = 0; i < spec->axis_count; i++)
        points *= spec->axes[i].values.count;
    return points;
}

static size_t points_of_benchmark(const struct inspection *inspection)
{
    size_t benchmarks = inspection->benchmarks.count;
    return benchmarks ? inspection->findings->catalogue.cell_count / benchmarks : 0;
}

static size_t unmeasured_cells(const struct findings *findings)
{
    size_t missing = 0;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++)
        missing += !findings->cells[i].measured;
    return missing;
}

struct check judge_subsets(const struct inspection *inspection)
{
    const struct findings *findings = inspection->findings;
    size_t cells = findings->catalogue.cell_count, missing = unmeasured_cells(findings);
    size_t points = points_of_benchmark(inspection);
    size_t all = inspection->spec ? points_of_axes(inspection->spec) : points;
    if (missing)
        return check_of(inspection, CHECK_VIOLATED, "%zu of %zu cells have no result", missing,
                        cells);
    if (points < all)
        return check_of(inspection, CHECK_VIOLATED,
                        "the file excludes %zu of %zu points of the sweep: say why", all - points,
                        all);
    return check_of(inspection, CHECK_ASK, "Is %s a whole suite? If not, why these and no others?",
                    names_wording(inspection->arena, &inspection->benchmarks));
}

struct check judge_inputs(const struct inspection *inspection)
{
    const struct catalogue *catalogue = &inspection->findings->catalogue;
    struct text_list axes = {0};
    for (size_t i = 0; i < catalogue->axis_count; i++)
        text_list_add(&axes, inspection->arena, catalogue->axes[i]);
    if (axes.count)
        return check_of(inspection, CHECK_VOUCHED,
                        "measured at %zu points of %s, and every one is in csv/estimates.csv",
                        points_of_benchmark(inspection), names_wording(inspection->arena, &axes));
    return check_of(inspection, CHECK_ASK,
                    "Every benchmark ran with one input: could another input show the contrary? (A "
                    "sweep would show it.)");
}

// The names of the metrics for which `is` holds.
static struct text_list metrics_of(const struct inspection *inspection,
                                   bool (*is)(const struct stored_metric *metric))
{
    const struct catalogue *catalogue = &inspection->findings->catalogue;
    struct text_list names = {0};
    for (size_t i = 0; i < catalogue->metric_count; i++)
        if (is(&catalogue->metrics[i]))
            text_list_add(&names, inspection->arena, catalogue->metrics[i].name);
    return names;
}

static bool is_rate(const struct stored_metric *metric)
{
    return text_ends(metric->unit, "/s") || text_ends(metric->unit, "/min");
}

static bool is_no_time(const struct stored_metric *metric)
{
    return !is_time(metric);
}

static bool is_bare(const struct stored_metric *metric)
{
    return !*metric->unit;
}

struct check judge_throughput(const struct inspection *inspection)
{
    struct text_list rates = metrics_of(inspection, is_rate);
    if (rates.count)
        return check_of(inspection, CHECK_ASK,
                        "%s: does the processor limit the throughput? If not, the loss of "
                        "throughput understates the overhead: state the cost of one operation, too",
                        names_wording(inspection->arena, &rates));
    return check_of(inspection, CHECK_VOUCHED,
                    "no throughput was measured, and none is read as overhead");
}

struct check judge_overhead(const struct inspection *inspection)
{
    const struct findings *findings = inspection->findings;
    if (findings->variant_ratio_count == 0)
        return check_of(
            inspection, CHECK_ASK,
            "The campaign compares nothing: what is the baseline of an overhead in the text?");
    return check_of(inspection, CHECK_VOUCHED,
                    "%s, each over %s in the same cell; percentages are never subtracted",
                    text_counted(inspection->arena, findings->variant_ratio_count, "ratio"),
                    plain_name(inspection->arena, findings->catalogue.variants[0]));
}

// ---- Significance

static void complain(const struct inspection *inspection, struct text_list *complaints,
                     size_t count, const char *noun, const char *words)
{
    if (count)
        text_list_printf(complaints, inspection->arena, "%s %s",
                         text_counted(inspection->arena, count, noun), words);
}

static bool is_built(const struct inspection *inspection, const char *benchmark)
{
    const struct spec *spec = inspection->spec;
    for (size_t i = 0; spec && i < spec->cell_count; i++)
        if (text_equal(spec->cells[i].benchmark, benchmark))
            return target_is_built(spec->cells[i].targets);
    return false;
}

static void complain_of_cells(const struct inspection *inspection, struct text_list *complaints)
{
    const struct findings *findings = inspection->findings;
    size_t pilots = 0, unfinished = 0, alike = 0, unbuilt = 0;
    for (size_t i = 0; i < findings->catalogue.cell_count; i++) {
        const struct cell_findings *cell = &findings->cells[i];
        pilots += cell->measured && cell->phase == PHASE_PILOT;
        unfinished += findings->completeness.unfinished && cell->progress.open_blocks;
        alike += cell->progress.builds > 1 && 2 * cell->progress.layouts <= cell->progress.builds;
        unbuilt += is_built(inspection, findings->catalogue.cells[i].entry) &&
                   !findings->catalogue.cells[i].build_level;
    }
    complain(inspection, complaints, pilots, "cell", "with a pilot only");
    complain(inspection, complaints, unfinished, "cell", "unfinished");
    complain(inspection, complaints, alike, "cell", "whose builds share a memory layout");
    complain(inspection, complaints, unbuilt, "cell", "built once, with one memory layout");
}

static void complain_of_estimates(const struct inspection *inspection, struct text_list *complaints)
{
    const struct findings *findings = inspection->findings;
    size_t unknown = 0, few = 0, dependent = 0, drifted = 0, unsteady = 0;
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const struct series_diagnostics *diagnostics =
            findings->diagnostics ? &findings->diagnostics[i] : NULL;
        unknown += !estimate->range.known;
        few += estimate->range.known && estimate->components.top_units < FEW_UNITS;
        dependent += estimate->dependence.found;
        drifted += diagnostics && diagnostics->drifted;
        unsteady += diagnostics && findings->iteration == 0 &&
                    (2 * diagnostics->never > diagnostics->executions ||
                     diagnostics_warm_up_remains(diagnostics));
    }
    complain(inspection, complaints, unknown, "value", "without an interval");
    complain(inspection, complaints, few, "mean",
             arena_printf(inspection->arena, "of fewer than %d independent units", FEW_UNITS));
    complain(inspection, complaints, dependent, "mean", "of units that depend on each other");
    complain(inspection, complaints, drifted, "mean", "with drift over the session");
    complain(inspection, complaints, unsteady, "mean", "of iterations without a steady state");
}

struct check judge_significance(const struct inspection *inspection)
{
    const struct findings *findings = inspection->findings;
    struct text_list complaints = {0};
    if (findings->quick)
        text_list_add(&complaints, inspection->arena, "a quick run");
    complain_of_cells(inspection, &complaints);
    complain_of_estimates(inspection, &complaints);
    if (findings->estimate_count == 0)
        return check_of(inspection, CHECK_VIOLATED, "nothing was measured");
    if (complaints.count)
        return check_of(inspection, CHECK_VIOLATED, "%s",
                        names_wording(inspection->arena, &complaints));
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; i < findings->estimate_count; i++)
        if (findings->estimates[i].components.top_units < fewest)
            fewest = findings->estimates[i].components.top_units;
    return check_of(
        inspection, CHECK_VOUCHED, "%s and %s with %.4g %% intervals, over at least %s",
        text_counted(inspection->arena, findings->estimate_count, "mean"),
        text_counted(inspection->arena, findings->variant_ratio_count, "ratio"),
        findings->confidence * 100,
        text_counted(inspection->arena, fewest, level_name(top_level(&findings->estimates[0]))));
}

// Rates whose arithmetic mean is shown.
static struct text_list averaged_rates(const struct inspection *inspection)
{
    const struct findings *findings = inspection->findings;
    struct text_list rates = {0};
    for (size_t i = 0; i < findings->estimate_count; i++) {
        const struct estimate *estimate = &findings->estimates[i];
        const struct stored_metric *metric = &findings->catalogue.metrics[estimate->metric];
        if (is_mean(estimate) && is_rate(metric))
            text_list_add_once(&rates, inspection->arena, metric->name);
    }
    return rates;
}

struct check judge_averages(const struct inspection *inspection)
{
    struct text_list rates = averaged_rates(inspection);
    if (rates.count)
        return check_of(inspection, CHECK_VIOLATED,
                        "%s: the arithmetic mean of a rate is shown; use the mean of the times, or "
                        "'summary: harmonic_mean'",
                        names_wording(inspection->arena, &rates));
    return check_of(
        inspection, CHECK_VOUCHED,
        "the report averages no score over %s; 'eswexp compare' takes the geometric mean of ratios",
        text_counted(inspection->arena, inspection->benchmarks.count, "benchmark"));
}

struct check judge_calibration(const struct inspection *inspection)
{
    const struct findings *findings = inspection->findings;
    if (inspection->spec && shows_pilot(findings))
        return check_of(inspection, CHECK_VIOLATED,
                        "the results are those of the pilot, which only serves to choose "
                        "repetition counts");
    if (!inspection->spec)
        return check_of(inspection, CHECK_ASK,
                        "Were the program and the number of repetitions tuned on other inputs and "
                        "samples than these?");
    return check_of(inspection, CHECK_VOUCHED,
                    "%s; the author must say whether the program was tuned on these inputs",
                    counts_are_fixed(findings)
                        ? "repetition counts were fixed beforehand"
                        : "the pilot chose repetition counts, and its samples are in no result");
}

struct check judge_other_costs(const struct inspection *inspection)
{
    struct text_list others = metrics_of(inspection, is_no_time);
    if (others.count)
        return check_of(inspection, CHECK_VOUCHED, "also measured: %s",
                        names_wording(inspection->arena, &others));
    return check_of(
        inspection, CHECK_VIOLATED,
        "only times were measured: what does the speed cost in memory, energy or accuracy?");
}

struct check judge_rows(const struct inspection *inspection)
{
    const struct findings *findings = inspection->findings;
    size_t failed = 0;
    for (size_t i = 0; i < findings->failure_count; i++)
        failed += findings->failures[i].executions;
    if (failed)
        return check_of(
            inspection, CHECK_VIOLATED,
            "%s failed and %s in no result: failures that depend on speed bias the results",
            text_counted(inspection->arena, failed, "execution"), failed == 1 ? "is" : "are");
    return check_of(inspection, CHECK_VOUCHED, "%s: csv/estimates.csv has a row for each of %s",
                    text_counted(inspection->arena, findings->catalogue.cell_count, "cell"),
                    text_counted(inspection->arena, findings->estimate_count, "mean"));
}

struct check judge_absolute(const struct inspection *inspection)
{
    struct text_list bare = metrics_of(inspection, is_bare);
    if (bare.count)
        return check_of(inspection, CHECK_ASK, "%s has no unit: what does it count?",
                        names_wording(inspection->arena, &bare));
    return check_of(
        inspection, CHECK_VOUCHED, "%s in absolute units beside %s",
        text_counted(inspection->arena, inspection->findings->estimate_count, "mean"),
        text_counted(inspection->arena, inspection->findings->variant_ratio_count, "ratio"));
}
