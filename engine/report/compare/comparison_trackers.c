// The last side's results for services that track a branch: Bencher and github-action-benchmark.
#include "report/compare/comparison_trackers.h"

#include "base/text.h"
#include "model/better.h"
#include "report/compare/comparison_wording.h"
#include "report/json.h"
#include "report/wording/changes.h"
#include "spec/values.h"

static const double NS_PER_S = 1e9;

// The side that comes last of those with results; NULL without any, and of an unfinished campaign.
static const char *last_side(const struct comparison_set *comparison_set)
{
    const struct comparison *last = NULL;
    for (size_t i = 0;
         !comparison_set->completeness.unfinished && i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (!comparison->is_floor && comparison->new_estimate &&
            (!last || comparison->new_estimate->variant > last->new_estimate->variant))
            last = comparison;
    }
    return last ? last->new : NULL;
}

static bool is_tracked(const struct comparison *comparison, const char *side)
{
    return side && !comparison->is_floor && comparison->new_estimate &&
           text_equal(comparison->new, side) &&
           !(comparison->missing && has_estimates(comparison)); // of an empty benchmark
}

// Times are tracked in nanoseconds, all else as it is.
static double tracked_factor(const struct comparison *comparison)
{
    double seconds;
    return value_time_unit(comparison->unit, &seconds) ? seconds * NS_PER_S : 1;
}

static void add_bmf_metric(struct record *benchmark, const char *name,
                           const struct comparison *comparison)
{
    const struct estimate *estimate = comparison->new_estimate;
    const struct interval *interval = &estimate->interval;
    double factor = tracked_factor(comparison);
    struct record *metric = record_within(benchmark, name);
    record_number(metric, "value", estimate->components.mean * factor);
    if (interval_has_low(estimate, interval))
        record_number(metric, "lower_value", interval->low * factor);
    if (interval->known)
        record_number(metric, "upper_value", interval->high * factor);
}

// Bencher has one latency and one throughput a benchmark, each with its direction: the metric with
// a verdict. Another metric of such a name is renamed.
static const char *bmf_measure(const struct comparison *comparison)
{
    bool is_rate = comparison->better == BETTER_MORE && !has_time(comparison);
    return comparison->judged && reads_faster(comparison) ? "latency"
           : comparison->judged && is_rate                ? "throughput"
           : text_equal(comparison->metric, "latency")    ? "own latency"
           : text_equal(comparison->metric, "throughput") ? "own throughput"
                                                          : comparison->metric;
}

bool comparison_bmf(const struct comparison_set *comparison_set, FILE *out, struct error *error)
{
    struct arena scratch = {0};
    const char *side = last_side(comparison_set);
    struct record *root = record_new(&scratch);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (!is_tracked(comparison, side))
            continue;
        struct record *benchmark = record_find(root, comparison->benchmark);
        if (!benchmark)
            benchmark = record_within(root, comparison->benchmark);
        add_bmf_metric(benchmark, bmf_measure(comparison), comparison);
    }
    bool written = json_of_record(root, out, error);
    arena_release(&scratch);
    return written;
}

static void add_github_entry(struct record *list, const struct comparison *comparison)
{
    struct arena *arena = list->arena;
    const struct estimate *estimate = comparison->new_estimate;
    double factor = tracked_factor(comparison);
    struct record *entry = record_within(list, NULL);
    record_text(entry, "name",
                comparison->judged
                    ? comparison->benchmark
                    : arena_printf(arena, "%s · %s", comparison->benchmark, comparison->metric));
    record_text(entry, "unit", has_time(comparison) ? "ns" : comparison->unit);
    record_number(entry, "value", estimate->components.mean * factor);
    const struct interval *interval = &estimate->interval;
    bool has_low = interval_has_low(estimate, interval);
    if (interval->known)
        record_text(entry, "range",
                    arena_printf(arena, "%s %.6g", has_low ? "±" : "at most",
                                 (has_low ? interval->half_width : interval->high) * factor));
    if (comparison->ratio.defined)
        record_text(entry, "extra",
                    arena_printf(arena, "%s ratio %s to %s", subject_word(comparison),
                                 ratio_wording(arena, &comparison->ratio), comparison->old));
}

// A metric with a verdict but without a known direction counts as if less were better.
static bool has_direction(const struct comparison *comparison, enum better better)
{
    return comparison->better == better ||
           (better == BETTER_LESS && comparison->judged && comparison->better == BETTER_UNKNOWN);
}

bool comparison_github(const struct comparison_set *comparison_set, enum better better, FILE *out,
                       struct error *error)
{
    struct arena scratch = {0};
    const char *side = last_side(comparison_set);
    struct record *list = record_new(&scratch);
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (is_tracked(comparison, side) && has_direction(comparison, better))
            add_github_entry(list, comparison);
    }
    bool written = json_of_list(list, out, error);
    arena_release(&scratch);
    return written;
}
