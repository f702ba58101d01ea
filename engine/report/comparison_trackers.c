// The last side's results for services that track a branch: Bencher and github-action-benchmark.
#include "report/comparison_words.h"

#include "report/json_values.h"
#include "report/numbers.h"
#include "spec/values.h"

static const double NS_PER_S = 1e9;

// The side that comes last of those with results; NULL without any.
static const char *last_side(const struct judgement *judgement)
{
    const struct contrast *last = NULL;
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        if (!contrast->is_floor && contrast->new_estimate &&
            (!last || contrast->new_estimate->variant > last->new_estimate->variant))
            last = contrast;
    }
    return last ? last->new : NULL;
}

static bool is_tracked(const struct contrast *contrast, const char *side)
{
    return !contrast->is_floor && contrast->new_estimate && text_equal(contrast->new, side);
}

// Times are tracked in nanoseconds, all else as it is.
static double tracked_factor(const struct contrast *contrast)
{
    double seconds;
    return value_time_unit(contrast->unit, &seconds) ? seconds * NS_PER_S : 1;
}

static json_t *bmf_metric(const struct contrast *contrast)
{
    const struct estimate *estimate = contrast->new_estimate;
    double factor = tracked_factor(contrast);
    json_t *metric = json_pack("{s:o}", "value", number_value(estimate->components.mean * factor));
    if (estimate->interval.known) {
        json_object_set_new(metric, "lower_value", number_value(estimate->interval.low * factor));
        json_object_set_new(metric, "upper_value", number_value(estimate->interval.high * factor));
    }
    return metric;
}

// Keys must be UTF-8, or nothing is set.
static const char *key_of(const char *name)
{
    return is_utf8(name) ? name : "(not UTF-8)";
}

// Bencher has one latency and one throughput a benchmark, each with its direction: what is judged.
// Another metric that is called so has another name there.
static const char *bmf_measure(const struct contrast *contrast)
{
    bool is_rate = contrast->better == BETTER_MORE && !has_time(contrast);
    return contrast->judged && reads_faster(contrast)   ? "latency"
           : contrast->judged && is_rate                ? "throughput"
           : text_equal(contrast->metric, "latency")    ? "own latency"
           : text_equal(contrast->metric, "throughput") ? "own throughput"
                                                        : key_of(contrast->metric);
}

bool comparison_bmf(const struct judgement *judgement, FILE *out, struct error *error)
{
    const char *side = last_side(judgement);
    json_t *root = json_object();
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        if (!is_tracked(contrast, side))
            continue;
        const char *name = key_of(contrast->benchmark);
        json_t *benchmark = json_object_get(root, name);
        if (!benchmark) {
            benchmark = json_object();
            json_object_set_new(root, name, benchmark);
        }
        json_object_set_new(benchmark, bmf_measure(contrast), bmf_metric(contrast));
    }
    return json_write(root, out, error);
}

static json_t *github_entry(struct arena *arena, const struct contrast *contrast)
{
    const struct estimate *estimate = contrast->new_estimate;
    double factor = tracked_factor(contrast);
    const char *name = contrast->judged
                           ? contrast->benchmark
                           : arena_printf(arena, "%s · %s", contrast->benchmark, contrast->metric);
    json_t *entry = json_pack("{s:o, s:o, s:o}", "name", text_value(name), "unit",
                              text_value(has_time(contrast) ? "ns" : contrast->unit), "value",
                              number_value(estimate->components.mean * factor));
    if (estimate->interval.known)
        json_object_set_new(
            entry, "range",
            json_string(arena_printf(arena, "± %.6g", estimate->interval.half_width * factor)));
    if (contrast->ratio.defined)
        json_object_set_new(
            entry, "extra",
            text_value(arena_printf(arena, "%s ratio %s to %s", subject_word(arena, contrast),
                                    ratio_in_words(arena, &contrast->ratio), contrast->old)));
    return entry;
}

// Where nobody knows what is better, what is judged is as if less were.
static bool has_direction(const struct contrast *contrast, enum better better)
{
    return contrast->better == better ||
           (better == BETTER_LESS && contrast->judged && contrast->better == BETTER_UNKNOWN);
}

bool comparison_github(const struct judgement *judgement, enum better better, FILE *out,
                       struct error *error)
{
    struct arena scratch = {0};
    const char *side = last_side(judgement);
    json_t *root = json_array();
    for (size_t i = 0; i < judgement->contrast_count; i++) {
        const struct contrast *contrast = &judgement->contrasts[i];
        if (is_tracked(contrast, side) && has_direction(contrast, better))
            json_array_append_new(root, github_entry(&scratch, contrast));
    }
    bool written = json_write(root, out, error);
    arena_release(&scratch);
    return written;
}
