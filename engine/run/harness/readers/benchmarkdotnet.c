// The full JSON of BenchmarkDotNet. Each launch is a process; iterations of the stage Result are
// its values, from which the harness has already taken its overhead.
#include "run/harness/harness.h"
#include "run/harness/json.h"

static bool accepts(const struct harness_input *input)
{
    return json_is_array(json_object_get(input->json, "Benchmarks")) &&
           json_object_get(input->json, "HostEnvironmentInfo");
}

static bool is_result(const json_t *measurement)
{
    return text_equal(harness_text(measurement, "IterationMode"), "Workload") &&
           text_equal(harness_text(measurement, "IterationStage"), "Result");
}

static void add(struct harness_output *output, const char *name, const json_t *measurement)
{
    double operations = json_number_value(json_object_get(measurement, "Operations"));
    const json_t *nanoseconds = json_object_get(measurement, "Nanoseconds");
    uint64_t launch = harness_count(measurement, "LaunchIndex");
    if (!json_is_number(nanoseconds) || operations < 1 || operations > 1e18)
        harness_fail(output, "'%s' lacks the number Nanoseconds or Operations", name);
    else
        harness_add(output, name, &harness_wall_time,
                    &(struct harness_value){json_number_value(nanoseconds) * 1e-9 / operations,
                                            (uint64_t)operations, launch ? launch - 1 : 0});
}

// Several jobs have the same full name.
static const char *name_of(struct harness_output *output, const json_t *entry)
{
    const char *name = harness_text(entry, "FullName");
    if (!harness_has(output, name, &harness_wall_time))
        return name;
    return arena_printf(output->arena, "%s [%s]", name, harness_text(entry, "DisplayInfo"));
}

static void add_memory(struct harness_output *output, const char *name, const json_t *entry)
{
    static const struct harness_metric allocated = {"allocated", "B/op", BETTER_LESS};
    const json_t *bytes =
        json_object_get(json_object_get(entry, "Memory"), "BytesAllocatedPerOperation");
    if (json_is_number(bytes) &&
        harness_add(output, name, &allocated,
                    &(struct harness_value){json_number_value(bytes), 0, 0}))
        harness_result(output, name, &allocated)->summarized = true;
}

static void read_entry(struct harness_output *output, size_t b, const json_t *entry)
{
    const json_t *measurements = json_object_get(entry, "Measurements"), *measurement;
    const char *name = name_of(output, entry);
    size_t i, values = output->values;
    harness_at(output, "Benchmarks[%zu]", b);
    if (!measurements)
        harness_fail(output,
                     "'%s' has no 'Measurements': export the full JSON (the exporter 'fulljson', "
                     "or [JsonExporterAttribute.Full])",
                     name);
    else if (harness_has(output, name, &harness_wall_time))
        harness_fail(output, "'%s' is there twice", name);
    json_array_foreach(measurements, i, measurement)
    {
        harness_at(output, "Benchmarks[%zu].Measurements[%zu]", b, i);
        if (!output->why && is_result(measurement))
            add(output, name, measurement);
    }
    if (!output->why && output->values == values)
        harness_fault(output, name, "failed: it has no measurements of the stage Result");
    else if (!output->why)
        add_memory(output, name, entry);
}

static const char *read_benchmarkdotnet(const struct harness_input *input,
                                        struct harness_output *output)
{
    const json_t *entries = json_object_get(input->json, "Benchmarks"), *entry;
    size_t i;
    json_array_foreach(entries, i, entry)
    {
        read_entry(output, i, entry);
        if (output->why)
            return output->why;
    }
    return NULL;
}

extern const struct harness_reader benchmarkdotnet_reader;
const struct harness_reader benchmarkdotnet_reader = {
    .title = "BenchmarkDotNet",
    .is_json = true,
    .choose = "choose one with --filter",
    .accepts = accepts,
    .read = read_benchmarkdotnet,
};
