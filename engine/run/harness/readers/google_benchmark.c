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

// Before 1.5 only the name of an aggregate says that it is one.
static bool is_aggregate(const struct harness_output *output, const json_t *entry)
{
    static const char *const endings[] = {"_mean", "_median", "_stddev", "_BigO", "_RMS"};
    const char *name = harness_text(entry, "name");
    bool found = json_object_get(entry, "aggregate_name");
    bool named = found || json_object_get(entry, "run_type");
    for (size_t i = 0; !named && i < sizeof endings / sizeof *endings; i++)
        if (text_ends(name, endings[i]))
            found = harness_has(
                output, arena_strndup(output->arena, name, strlen(name) - strlen(endings[i])),
                &harness_wall_time);
    return found;
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

// Versions before 1.5.1 do not number repetitions.
static bool is_of_another_benchmark(const struct harness_output *output, const json_t *entry)
{
    const json_t *repetition = json_object_get(entry, "repetition_index");
    return json_is_integer(repetition) && json_integer_value(repetition) == 0 &&
           harness_has(output, run_name(entry), &harness_wall_time);
}

static const char *read_entry(struct harness_output *output, const json_t *entry)
{
    double scale, wall_s, cpu_s;
    const char *name = run_name(entry);
    uint64_t iterations = harness_count(entry, "iterations");
    if (has_failed(output, entry))
        return output->why;
    if (is_of_another_benchmark(output, entry))
        return harness_fail(output, "'%s' is there twice: give each benchmark a name of its own",
                            name);
    if (!harness_unit(harness_text(entry, "time_unit"), &scale))
        return harness_fail(output, "it has no known 'time_unit'");
    if (!harness_time(json_object_get(entry, "real_time"), scale, &wall_s) ||
        !harness_time(json_object_get(entry, "cpu_time"), scale, &cpu_s))
        return harness_fail(output, "it has no finite 'real_time' and 'cpu_time'");
    harness_add(output, name, &harness_wall_time, &(struct harness_value){wall_s, iterations, 0});
    harness_add(output, name, &harness_cpu_time, &(struct harness_value){cpu_s, iterations, 0});
    add_counters(output, entry, iterations);
    return output->why;
}

static const char *read_google_benchmark(const struct harness_input *input,
                                         struct harness_output *output)
{
    const json_t *entries = json_object_get(input->json, "benchmarks"), *entry;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        harness_at(output, "benchmarks[%zu]", i);
        if (!is_aggregate(output, entry) && read_entry(output, entry))
            return output->why;
    }
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
