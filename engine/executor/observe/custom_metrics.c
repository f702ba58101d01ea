// Converting and storing the metrics that benchmarks report.
#include "executor/observe/custom_metrics.h"

#include "meters/custom.h"
#include "model/better.h"
#include "spec/values.h"
#include "stats/moments.h"
#include "store/facts.h"

static const char *const directions[] = {
    [BETTER_UNKNOWN] = "unknown", [BETTER_LESS] = "less", [BETTER_MORE] = "more"};

// The unit as it is stored; `scale`: stored units per reported unit.
static const char *stored_unit(const char *reported, double *scale)
{
    *scale = 1;
    return value_time_unit(reported, scale) ? "s" : reported;
}

static const char *fault_of_value(const char *unit, double value)
{
    double seconds;
    char counted[8]; // "us" of "us/op"
    snprintf(counted, sizeof counted, "%.*s", (int)strcspn(unit, "/"), unit);
    if (value < 0 && value_time_unit(counted, &seconds))
        return "is a negative time";
    return moments_takes(value) ? NULL : "is too large";
}

// NULL, or what is wrong.
static const char *convert(struct arena *arena, const struct meter *meter,
                           struct reported_metric *metric)
{
    double scale = meter->scale;
    const char *unit = *metric->unit ? stored_unit(metric->unit, &scale) : meter->unit;
    if (metric->fault)
        return metric->fault;
    if (!text_equal(unit, meter->unit)) {
        char *line = arena_printf(arena, "'%s' is reported in '%.100s', and 'measure' %s%s%s",
                                  meter->name, metric->unit, *meter->unit ? "says '" : "gives it",
                                  *meter->unit ? meter->unit : " no unit", *meter->unit ? "'" : "");
        text_make_plain(line);
        return line;
    }
    metric->value *= scale;
    const char *fault = fault_of_value(unit, metric->value);
    return fault ? arena_printf(arena, "'%s' %s", meter->name, fault) : NULL;
}

// Was the beginning of stdout dropped? Metrics of esw_metric() never are.
static bool is_cut(const struct observation *observation)
{
    return observation->sampling.kind != SAMPLING_ESWEXP &&
           observation->outcome.output_bytes[0] > CHILD_OUTPUT_BYTES;
}

const char *custom_metrics_check(const struct spec *spec, struct arena *arena,
                                 struct observation *observation)
{
    const struct reported_metrics *reported = &observation->metrics;
    for (size_t m = 0; m < spec->meter_count; m++) {
        const struct meter *meter = spec->meters[m];
        const char *fault = NULL;
        bool found = false;
        for (size_t i = 0; meter->custom && !fault && i < reported->count; i++) {
            if (text_equal(reported->items[i].name, meter->name)) {
                found = true;
                fault = convert(arena, meter, &reported->items[i]);
            }
        }
        if (fault)
            return fault;
        if (meter->custom && is_cut(observation))
            return arena_printf(arena,
                                "more than %d MiB on its stdout, to look for METRIC lines in",
                                CHILD_OUTPUT_BYTES >> 20);
        if (meter->custom && !found)
            return arena_printf(arena, "no 'METRIC %s=…' line on its stdout%s%s%s", meter->name,
                                observation->header ? ", and no esw_metric() of it" : "",
                                reported->malformed ? "; " : "",
                                reported->malformed ? reported->malformed : "");
    }
    return NULL;
}

// ---- Metrics that `measure` does not name

static bool leave_out(struct recorder *recorder, struct arena *scratch, struct custom_metric *known,
                      const char *why, struct error *error)
{
    char *line = arena_printf(scratch, "metric '%.100s' is left out: %s", known->meter->name, why);
    text_make_plain(line);
    known->left_out = true;
    return recorder_warn_once(recorder, "metric left out", line, error);
}

static const char *why_left_out(struct arena *scratch, const struct reported_metric *metric)
{
    const char *problem = name_problem(metric->name);
    if (!problem && *metric->unit && unit_problem(metric->unit))
        problem = arena_printf(scratch, "'%.100s' cannot be its unit: %s", metric->unit,
                               unit_problem(metric->unit));
    if (!problem && meter_find(metric->name))
        problem = "eswexp has a metric of that name";
    return problem ? arena_strdup(scratch, problem) : metric->fault;
}

static bool add_metric(struct custom_metrics *custom_metrics, struct recorder *recorder,
                       struct arena *scratch, const struct reported_metric *metric,
                       struct error *error)
{
    if (custom_metrics->count == CUSTOM_METRICS_MOST) {
        if (custom_metrics->overflow)
            return true;
        custom_metrics->overflow = true;
        char *line = arena_printf(
            scratch,
            "more than %d metrics are reported: '%.100s' and all further ones are left out",
            CUSTOM_METRICS_MOST, metric->name);
        text_make_plain(line);
        return recorder_warn_once(recorder, "metric left out", line, error);
    }
    double scale;
    struct arena *arena = recorder->arena;
    const char *unit = arena_strdup(arena, stored_unit(metric->unit, &scale));
    bool is_time = text_equal(unit, "s");
    enum better better = is_time && !metric->better ? BETTER_LESS : metric->better;
    struct custom_metric *known = &custom_metrics->metrics[custom_metrics->count++];
    *known = (struct custom_metric){
        .meter = meter_custom(arena, arena_strdup(arena, metric->name), unit, scale, better)};
    const char *why = why_left_out(scratch, metric);
    if (why)
        return leave_out(recorder, scratch, known, why, error);
    return store_set(recorder->store,
                     arena_printf(scratch, FACT_REPORTED, known->meter->name, unit),
                     directions[better], error);
}

static bool check_metric(struct recorder *recorder, struct arena *scratch,
                         struct custom_metric *known, struct reported_metric *metric,
                         struct error *error)
{
    double scale;
    const char *unit = stored_unit(metric->unit, &scale);
    if (known->left_out)
        return true;
    if (metric->fault)
        return leave_out(recorder, scratch, known, metric->fault, error);
    if (!text_equal(unit, known->meter->unit))
        return leave_out(recorder, scratch, known,
                         arena_printf(scratch, "it is reported in '%.100s' and in '%.100s'",
                                      known->meter->unit, unit),
                         error);
    metric->value *= scale;
    const char *fault = fault_of_value(unit, metric->value);
    return !fault || leave_out(recorder, scratch, known,
                               arena_printf(scratch, "its number %s", fault), error);
}

static bool is_measured(const struct spec *spec, const char *name)
{
    for (size_t i = 0; i < spec->meter_count; i++)
        if (spec->meters[i]->custom && text_equal(spec->meters[i]->name, name))
            return true;
    return false;
}

// A direction that the file leaves open is that of the first report.
static bool learn_direction(struct recorder *recorder, struct arena *scratch,
                            const struct meter *meter, const struct reported_metrics *reported,
                            struct error *error)
{
    size_t i = 0;
    while (i < reported->count &&
           (!reported->items[i].better || !text_equal(reported->items[i].name, meter->name)))
        i++;
    if (meter->better || !meter->custom || i == reported->count)
        return true;
    const char *key = arena_printf(scratch, FACT_BETTER, meter->name, meter->unit);
    return store_get(recorder->store, scratch, key) ||
           store_set(recorder->store, key, directions[reported->items[i].better], error);
}

static bool take(struct custom_metrics *custom_metrics, struct recorder *recorder,
                 struct arena *scratch, struct reported_metric *metric, struct error *error)
{
    size_t at = 0;
    while (at < custom_metrics->count &&
           !text_equal(custom_metrics->metrics[at].meter->name, metric->name))
        at++;
    if (at == custom_metrics->count &&
        !add_metric(custom_metrics, recorder, scratch, metric, error))
        return false;
    return at == custom_metrics->count ||
           check_metric(recorder, scratch, &custom_metrics->metrics[at], metric, error);
}

bool custom_metrics_meet(struct custom_metrics *custom_metrics, struct recorder *recorder,
                         const struct spec *spec, struct arena *scratch,
                         struct observation *observation, struct error *error)
{
    struct reported_metrics *reported = &observation->metrics;
    bool done = true;
    if (is_cut(observation))
        reported->count = 0; // some METRIC lines were dropped
    if (reported->malformed && !custom_metrics->malformed) {
        custom_metrics->malformed = true;
        done = recorder_warn_once(recorder, "metric left out", reported->malformed, error);
    }
    for (size_t i = 0; done && i < spec->meter_count; i++)
        done = learn_direction(recorder, scratch, spec->meters[i], reported, error);
    for (size_t i = 0; done && i < reported->count; i++)
        if (!is_measured(spec, reported->items[i].name))
            done = take(custom_metrics, recorder, scratch, &reported->items[i], error);
    return done;
}
