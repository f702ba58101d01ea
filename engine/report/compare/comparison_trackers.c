// The last side's results for services that track a branch: Bencher and github-action-benchmark.
#include "report/compare/comparison_trackers.h"

#include "base/text.h"
#include "model/better.h"
#include "report/compare/comparison_wording.h"
#include "report/tables/json_values.h"
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

static json_t *bmf_metric(const struct comparison *comparison)
{
    const struct estimate *estimate = comparison->new_estimate;
    double factor = tracked_factor(comparison);
    json_t *metric = json_pack("{s:o}", "value", number_value(estimate->components.mean * factor));
    const struct interval *interval = &estimate->interval;
    if (interval_has_low(estimate, interval))
        json_object_set_new(metric, "lower_value", number_value(interval->low * factor));
    if (interval->known)
        json_object_set_new(metric, "upper_value", number_value(interval->high * factor));
    return metric;
}

// JSON keys must be UTF-8, else jansson ignores the value.
static const char *key_of(const char *name)
{
    return is_utf8(name) ? name : "(not UTF-8)";
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
                                                          : key_of(comparison->metric);
}

bool comparison_bmf(const struct comparison_set *comparison_set, FILE *out, struct error *error)
{
    const char *side = last_side(comparison_set);
    json_t *root = json_object();
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (!is_tracked(comparison, side))
            continue;
        const char *name = key_of(comparison->benchmark);
        json_t *benchmark = json_object_get(root, name);
        if (!benchmark) {
            benchmark = json_object();
            json_object_set_new(root, name, benchmark);
        }
        json_object_set_new(benchmark, bmf_measure(comparison), bmf_metric(comparison));
    }
    return json_write(root, out, error);
}

static json_t *github_entry(struct arena *arena, const struct comparison *comparison)
{
    const struct estimate *estimate = comparison->new_estimate;
    double factor = tracked_factor(comparison);
    const char *name = comparison->judged ? comparison->benchmark
                                          : arena_printf(arena, "%s · %s", comparison->benchmark,
                                                         comparison->metric);
    json_t *entry = json_pack("{s:o, s:o, s:o}", "name", text_value(name), "unit",
                              text_value(has_time(comparison) ? "ns" : comparison->unit), "value",
                              number_value(estimate->components.mean * factor));
    const struct interval *interval = &estimate->interval;
    bool has_low = interval_has_low(estimate, interval);
    if (interval->known)
        json_object_set_new(
            entry, "range",
            json_string(arena_printf(arena, "%s %.6g", has_low ? "±" : "at most",
                                     (has_low ? interval->half_width : interval->high) * factor)));
    if (comparison->ratio.defined)
        json_object_set_new(
            entry, "extra",
            text_value(arena_printf(arena, "%s ratio %s to %s", subject_word(comparison),
                                    ratio_wording(arena, &comparison->ratio), comparison->old)));
    return entry;
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
    json_t *root = json_array();
    for (size_t i = 0; i < comparison_set->comparison_count; i++) {
        const struct comparison *comparison = &comparison_set->comparisons[i];
        if (is_tracked(comparison, side) && has_direction(comparison, better))
            json_array_append_new(root, github_entry(&scratch, comparison));
    }
    bool written = json_write(root, out, error);
    arena_release(&scratch);
    return written;
}
