// The JSON of Google Benchmark. Repetitions are values of one process.
#include "run/harness/harness.h"
#include "run/harness/json.h"
#include "run/harness/units.h"

#include <string.h>

static bool accepts(const struct harness_input *input)
{
    const json_t *benchmarks = json_object_get(input->json, "benchmarks");
    return json_is_object(json_object_get(input->json, "context")) && json_is_array(benchmarks) &&
           (!json_array_size(benchmarks) ||
            json_object_get(json_array_get(benchmarks, 0), "time_unit") ||
            json_object_get(json_array_get(benchmarks, 0), "run_type"));
}

// The same for all repetitions; old versions have only `name`.
static const char *run_name(const json_t *entry)
{
    const char *name = harness_text(entry, "run_name");
    return *name ? name : harness_text(entry, "name");
}

// The entries of a file.
struct format {
    struct harness_output *output;
    json_t *names;  // how many entries have each
    json_t *taken;  // names of aggregates that only their names mark
    bool asked;     // of an execution, which eswexp has asked for repetitions
    bool is_behind; // the latest entry was an aggregate
};

// Has the benchmark this aggregate?
static bool has_aggregate(const struct format *format, const char *benchmark, const char *ending)
{
    return json_object_get(format->names,
                           arena_printf(format->output->arena, "%s%s", benchmark, ending));
}

// Before 1.5 only its name says that it is one: it stands behind repetitions of its benchmark,
// once, and with a mean and a deviation.
static bool is_named_aggregate(const struct format *format, const char *name)
{
    static const char *const endings[] = {"_mean", "_median", "_stddev"};
    struct harness_output *output = format->output;
    for (size_t i = 0; output->count && i < sizeof endings / sizeof *endings; i++) {
        if (!text_ends(name, endings[i]))
            continue;
        const char *base = arena_strndup(output->arena, name, strlen(name) - strlen(endings[i]));
        const struct harness_result *latest = &output->results[output->latest];
        return text_equal(latest->benchmark, base) && latest->count > 1 &&
               has_aggregate(format, base, "_mean") && has_aggregate(format, base, "_stddev") &&
               !json_object_get(format->taken, name);
    }
    return false;
}

static bool is_aggregate(const struct format *format, const json_t *entry)
{
    const char *name = harness_text(entry, "name");
    bool named = json_object_get(entry, "aggregate_name") || json_object_get(entry, "run_type");
    bool complexity = json_object_get(entry, "big_o") || json_object_get(entry, "rms") ||
                      json_object_get(entry, "real_coefficient");
    if (named || !is_named_aggregate(format, name))
        return json_object_get(entry, "aggregate_name") ||
               (complexity && !json_object_get(entry, "real_time"));
    json_object_set_new_nocheck(format->taken, name, json_true());
    return true;
}

static bool has_failed(struct harness_output *output, const json_t *entry)
{
    bool skipped = json_is_true(json_object_get(entry, "skipped"));
    if (!skipped && !json_is_true(json_object_get(entry, "error_occurred")))
        return false;
    const char *message = harness_text(entry, skipped ? "skip_message" : "error_message");
    harness_fault(output, run_name(entry), "%s: %s", skipped ? "was skipped" : "failed",
                  *message ? harness_shown(message) : "it gives no reason");
    return true;
}

// User counters, among them bytes_per_second: keys that are none of its own.
static void add_counters(struct harness_output *output, const json_t *entry, uint64_t iterations)
{
    static const char *const own[] = {"family_index",
                                      "per_family_instance_index",
                                      "repetitions",
                                      "repetition_index",
                                      "threads",
                                      "iterations",
                                      "real_time",
                                      "cpu_time",
                                      "allocs_per_iter",
                                      "max_bytes_used",
                                      NULL};
    json_t *number;
    const char *key;
    json_object_foreach((json_t *)entry, key, number)
    {
        bool rate = text_ends(key, "_per_second");
        struct harness_metric metric = {key, text_equal(key, "bytes_per_second") ? "B/s" : "",
                                        rate ? BETTER_MORE : BETTER_UNKNOWN};
        size_t i = 0;
        while (own[i] && !text_equal(own[i], key))
            i++;
        if (!own[i] && json_is_number(number) && !output->why)
            harness_add(output, run_name(entry), &metric,
                        &(struct harness_value){json_number_value(number), iterations, 0});
    }
}

// Versions before 1.5.1 do not number repetitions, but write them together, with their mean behind
// them.
static bool is_of_another_benchmark(const struct format *format, const json_t *entry)
{
    const struct harness_output *output = format->output;
    const json_t *repetition = json_object_get(entry, "repetition_index");
    if (json_is_integer(repetition))
        return json_integer_value(repetition) == 0;
    bool together = output->count && !format->is_behind &&
                    text_equal(output->results[output->latest].benchmark, run_name(entry));
    return !together || (!format->asked && !has_aggregate(format, run_name(entry), "_mean"));
}

static const char *read_entry(struct format *format, const json_t *entry)
{
    struct harness_output *output = format->output;
    double scale, wall_s, cpu_s;
    const char *name = run_name(entry);
    uint64_t iterations = harness_count(entry, "iterations");
    if (has_failed(output, entry))
        return output->why;
    if (is_of_another_benchmark(format, entry) &&
        harness_is_twice(output, name, &harness_wall_time, "give each benchmark a name of its own"))
        return output->why;
    if (!harness_unit(harness_text(entry, "time_unit"), &scale))
        return harness_fail(output, "it has no known 'time_unit'");
    if (!harness_time(json_object_get(entry, "real_time"), scale, &wall_s) ||
        !harness_time(json_object_get(entry, "cpu_time"), scale, &cpu_s))
        return harness_fail(output, "it has no finite 'real_time' and 'cpu_time'");
    harness_condition_of(output, name, false, "label", harness_text(entry, "label"));
    harness_add(output, name, &harness_wall_time, &(struct harness_value){wall_s, iterations, 0});
    harness_add(output, name, &harness_cpu_time, &(struct harness_value){cpu_s, iterations, 0});
    add_counters(output, entry, iterations);
    return output->why;
}

// Keys that are none of its own come from --benchmark_context.
static void set_context(struct harness_output *output, json_t *context)
{
    static const char *const machine[] = {"host_name", "num_cpus", NULL};
    static const char *const varying[] = {"date",   "executable", "mhz_per_cpu", "load_avg",
                                          "caches", "host_name",  "num_cpus",    NULL};
    const char *keys[2] = {NULL};
    const json_t *value;
    harness_conditions(output, true, context, machine);
    json_object_foreach(context, keys[0], value)
    {
        size_t i = 0;
        while (varying[i] && !text_equal(varying[i], keys[0]))
            i++;
        if (!varying[i])
            harness_conditions(output, false, context, keys);
    }
    if (text_equal(harness_text(context, "library_build_type"), "debug"))
        harness_note(output,
                     "library_build_type is 'debug': the benchmark library is built without "
                     "optimization, and perhaps the benchmarks, too");
    if (json_is_true(json_object_get(context, "cpu_scaling_enabled")))
        harness_note(output, "cpu_scaling_enabled: times vary with the frequency of the CPU");
}

static const char *read_google_benchmark(const struct harness_input *input,
                                         struct harness_output *output)
{
    const json_t *entries = json_object_get(input->json, "benchmarks"), *entry;
    struct format format = {.output = output,
                            .names = harness_name_counts(entries, "name"),
                            .taken = json_object(),
                            .asked = input->asked};
    size_t i;
    set_context(output, json_object_get(input->json, "context"));
    json_array_foreach(entries, i, entry)
    {
        harness_at(output, "benchmarks[%zu]", i);
        bool aggregate = is_aggregate(&format, entry);
        if (!output->why && !aggregate)
            read_entry(&format, entry);
        format.is_behind = aggregate;
    }
    json_decref(format.names);
    json_decref(format.taken);
    if (output->why)
        return output->why;
    *output->place = '\0';
    if (output->count || output->fault_count)
        return NULL;
    return harness_fail(output, json_array_size(entries)
                                    ? "it has only aggregates: remove "
                                      "--benchmark_report_aggregates_only"
                                    : "it has no benchmarks: does --benchmark_filter match one?");
}

extern const struct harness_reader google_benchmark_reader;
const struct harness_reader google_benchmark_reader = {
    .title = "Google Benchmark",
    .options = {"--benchmark_out",
                "--benchmark_out_format",
                "--benchmark_repetitions",
                {"--benchmark_repetitions"}},
    .is_json = true,
    .times_cpu = true,
    .choose = "choose one with --benchmark_filter",
    .accepts = accepts,
    .read = read_google_benchmark,
};
