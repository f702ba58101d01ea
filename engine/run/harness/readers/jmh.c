// The JSON of JMH. Each fork is a process; the iterations of a fork are its values.
#include "run/harness/harness.h"
#include "run/harness/json.h"
#include "run/harness/units.h"

#include <string.h>

static bool accepts(const struct harness_input *input)
{
    return json_is_object(json_object_get(json_array_get(input->json, 0), "primaryMetric"));
}

// One metric of one benchmark.
struct part {
    struct harness_output *output;
    const char *name, *path; // in the file
    struct harness_metric metric;
    double scale;
    uint64_t iterations;
};

// "a.B.sort (n=10, kind=quick)", and the mode if it is none of the usual ones.
static const char *name_of(struct harness_output *output, const json_t *entry)
{
    TEXT_CLEANUP struct text name = {0};
    const char *mode = harness_text(entry, "mode"), *key;
    json_t *parameters = json_object_get(entry, "params"), *value;
    text_add(&name, harness_text(entry, "benchmark"));
    const char *before = " (";
    json_object_foreach(parameters, key, value)
    {
        text_printf(&name, "%s%s=%s", before, key,
                    json_string_value(value) ? json_string_value(value) : "");
        before = ", ";
    }
    text_add(&name, json_object_size(parameters) ? ")" : "");
    if (text_equal(mode, "sample") || text_equal(mode, "ss"))
        text_printf(&name, " %s", mode);
    return arena_strdup(output->arena, name.bytes);
}

// "us/op" is a time in seconds, "ops/us" a throughput in operations a second.
static bool set_unit(struct part *part, const char *unit)
{
    static const struct harness_metric throughput = {"throughput", "ops/s", BETTER_MORE};
    const char *slash = strchr(unit, '/');
    double seconds;
    if (slash && text_equal(slash, "/op") &&
        harness_unit(arena_strndup(part->output->arena, unit, (size_t)(slash - unit)), &seconds)) {
        part->metric = harness_wall_time;
        part->scale = seconds;
    } else if (text_starts(unit, "ops/") && harness_unit(slash + 1, &seconds)) {
        part->metric = throughput;
        part->output->untimed = "run it with -bm avgt";
        part->scale = 1 / seconds;
    } else {
        harness_fail(part->output, "'%s' is in '%s', neither a time nor a throughput", part->name,
                     unit);
    }
    return !part->output->why;
}

static void add_forks(const struct part *part, const json_t *forks)
{
    const json_t *fork;
    size_t i;
    json_array_foreach(forks, i, fork)
    {
        struct harness_values values = {part->name, &part->metric, part->scale, part->iterations,
                                        i};
        const char *path = arena_printf(part->output->arena, "%s.rawData[%zu]", part->path, i);
        if (part->output->why || !harness_add_array(part->output, &values, path, fork))
            return;
    }
}

// ---- Mode `sample`: of each iteration a histogram, [[time, count], …]

static void add_histogram(const struct part *part, const json_t *histogram, size_t fork)
{
    double sum = 0, count = 0;
    const json_t *bucket;
    size_t i;
    json_array_foreach(histogram, i, bucket)
    {
        double times = json_number_value(json_array_get(bucket, 1));
        if (!json_is_number(json_array_get(bucket, 0)) ||
            !json_is_number(json_array_get(bucket, 1)))
            harness_fail(part->output, "'%s' has a value that is no number", part->name);
        sum += json_number_value(json_array_get(bucket, 0)) * times;
        count += times;
    }
    if (!(count >= 1) || count > 1e18)
        harness_fail(part->output, "'%s' has an iteration without samples", part->name);
    else
        harness_add(part->output, part->name, &part->metric,
                    &(struct harness_value){sum / count * part->scale, (uint64_t)count, fork});
}

static void add_histograms(const struct part *part, const json_t *forks)
{
    const json_t *fork, *histogram;
    size_t f, i;
    json_array_foreach(forks, f, fork)
    {
        json_array_foreach(fork, i, histogram)
        {
            harness_at(part->output, "%s.rawDataHistogram[%zu][%zu]", part->path, f, i);
            if (!part->output->why)
                add_histogram(part, histogram, f);
        }
    }
    harness_note(part->output,
                 "'%s': the mode 'sample' has a histogram an iteration, whose mean is taken",
                 part->name);
}

static bool are_numbers(const json_t *forks)
{
    const json_t *fork, *number;
    size_t f, i;
    json_array_foreach(forks, f, fork)
    {
        json_array_foreach(fork, i, number)
        {
            if (!json_is_number(number))
                return false;
        }
    }
    return json_array_size(forks) > 0;
}

// Profilers: "·gc.alloc.rate.norm". Of some an iteration may have none: it is "NaN" then.
static void read_secondary(const struct part *primary, const json_t *metrics)
{
    struct part part = *primary;
    json_t *metric;
    const char *key;
    json_object_foreach((json_t *)metrics, key, metric)
    {
        const json_t *raw = json_object_get(metric, "rawData");
        part.metric =
            (struct harness_metric){key, harness_text(metric, "scoreUnit"), BETTER_UNKNOWN};
        part.metric.name += text_starts(key, "·") ? strlen("·") : 0;
        part.path = arena_printf(part.output->arena, "%s.secondaryMetrics", primary->path);
        part.scale = 1;
        if (!are_numbers(raw) || strchr(part.metric.name, '/'))
            continue;
        if (harness_has(part.output, part.name, &part.metric))
            harness_note(part.output,
                         "'%s': its profilers are taken from its first mode in the file",
                         part.name);
        else
            add_forks(&part, raw);
    }
}

// The agents of IDEs, which have another port or file in each run.
static bool is_of_ide(const char *argument)
{
    return text_starts(argument, "-agentlib:jdwp=") ||
           (text_starts(argument, "-javaagent:") &&
            (strstr(argument, "idea_rt.jar=") || strstr(argument, "debugger-agent.jar=")));
}

static void define(struct harness_output *output, const char *name, const json_t *entry)
{
    static const char *const keys[] = {"measurementBatchSize", "jvmArgs", "threads",
                                       NULL}; // of ss; of all
    json_t *own = json_copy((json_t *)entry), *arguments = json_array(), *argument;
    size_t i;
    json_array_foreach(json_object_get(entry, "jvmArgs"), i, argument)
    {
        if (!json_is_string(argument) || !is_of_ide(json_string_value(argument)))
            json_array_append(arguments, argument);
    }
    json_object_set_new(own, "jvmArgs", arguments);
    harness_define(output, name, own, keys + !text_equal(harness_text(entry, "mode"), "ss"));
    json_decref(own);
}

static void read_entry(struct harness_output *output, size_t i, const json_t *entry)
{
    static const char *const conditions[] = {"jvm",       "jdkVersion", "vmName",
                                             "vmVersion", "jmhVersion", NULL};
    const json_t *primary = json_object_get(entry, "primaryMetric");
    const json_t *raw = json_object_get(primary, "rawData");
    const json_t *histograms = json_object_get(primary, "rawDataHistogram");
    struct part part = {.output = output,
                        .name = name_of(output, entry),
                        .path = arena_printf(output->arena, "[%zu].primaryMetric", i),
                        .iterations = 0};
    harness_at(output, "[%zu]", i);
    if (!set_unit(&part, harness_text(primary, "scoreUnit")))
        return;
    harness_conditions(output, false, entry, conditions);
    define(output, part.name, entry);
    if (harness_is_twice(output, part.name, &part.metric,
                         "keep each JVM, and each number of threads, in a file of its own"))
        return;
    if (json_array_size(raw))
        add_forks(&part, raw);
    else if (json_array_size(histograms))
        add_histograms(&part, histograms);
    else
        harness_fail(output, "'%s' has no 'rawData'", part.name);
    part.path = arena_printf(output->arena, "[%zu]", i);
    if (!output->why)
        read_secondary(&part, json_object_get(entry, "secondaryMetrics"));
}

static const char *read_jmh(const struct harness_input *input, struct harness_output *output)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(input->json, i, entry)
    {
        read_entry(output, i, entry);
        if (output->why)
            return output->why;
    }
    return NULL;
}

extern const struct harness_reader jmh_reader;
const struct harness_reader jmh_reader = {
    .title = "JMH",
    .is_json = true,
    .choose = "choose one by its name",
    .accepts = accepts,
    .read = read_jmh,
};
