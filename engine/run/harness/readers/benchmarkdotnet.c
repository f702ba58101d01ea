// The full JSON of BenchmarkDotNet. Each launch is a process; iterations of the stage Result are
// its values, from which the harness has already taken its overhead.
#include "run/harness/harness.h"
#include "run/harness/json.h"

#include <string.h>

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

// Benchmarks of several jobs have the same full name: all of that name have their job behind it.
static const char *name_of(struct harness_output *output, const json_t *names, const json_t *entry)
{
    const char *name = harness_text(entry, "FullName");
    if (json_integer_value(json_object_get(names, name)) < 2)
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

// "Job-YRFTNK": the name that a job without one gets, another one in each run.
static size_t generated_length(const char *job)
{
    enum { LETTERS = 6 };
    size_t lead = strlen("Job-"), letters;
    if (!text_starts(job, "Job-"))
        return 0;
    letters = strspn(job + lead, "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
    return letters == LETTERS && strchr("( ", job[lead + letters]) ? lead + letters : 0;
}

// "Sorting.Sort: Job-A(Runtime=.NET 8.0) [N=1000]"
static void set_job(struct harness_output *output, const char *name, const json_t *entry)
{
    const char *job = strstr(harness_text(entry, "DisplayInfo"), ": ");
    if (!job)
        return;
    job += strlen(": ");
    job += generated_length(job);
    const char *parameters = strstr(job, job[strcspn(job, "([")] == '(' ? ") [" : " [");
    size_t length = parameters ? (size_t)(parameters - job) + (*parameters == ')') : strlen(job);
    harness_condition_of(output, name, true, "job", arena_strndup(output->arena, job, length));
}

static void set_host(struct harness_output *output, const json_t *host)
{
    static const char *const machine[] = {"ProcessorName", "LogicalCoreCount", "Architecture",
                                          "OsVersion", NULL},
                             *const others[] = {"RuntimeVersion", "Configuration", NULL};
    harness_conditions(output, true, host, machine);
    harness_conditions(output, false, host, others);
    if (text_equal(harness_text(host, "Configuration"), "DEBUG"))
        harness_note(output, "Configuration is DEBUG: times are of code without optimization");
    if (json_is_true(json_object_get(host, "HasAttachedDebugger")))
        harness_note(output, "a debugger was attached: times are of code that it slows down");
}

static void read_entry(struct harness_output *output, const json_t *names, size_t b,
                       const json_t *entry)
{
    const json_t *measurements = json_object_get(entry, "Measurements"), *measurement;
    const char *name = name_of(output, names, entry);
    size_t i, values = output->values;
    harness_at(output, "Benchmarks[%zu]", b);
    set_job(output, name, entry);
    if (!measurements)
        harness_fail(output,
                     "'%s' has no 'Measurements': export the full JSON (the exporter 'fulljson', "
                     "or [JsonExporterAttribute.Full])",
                     name);
    else
        harness_is_twice(output, name, &harness_wall_time, "keep each run in a file of its own");
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
    json_t *names = harness_name_counts(entries, "FullName");
    size_t i;
    set_host(output, json_object_get(input->json, "HostEnvironmentInfo"));
    json_array_foreach(entries, i, entry)
    {
        if (!output->why)
            read_entry(output, names, i, entry);
    }
    json_decref(names);
    return output->why;
}

extern const struct harness_reader benchmarkdotnet_reader;
const struct harness_reader benchmarkdotnet_reader = {
    .title = "BenchmarkDotNet",
    .is_json = true,
    .choose = "choose one with --filter",
    .accepts = accepts,
    .read = read_benchmarkdotnet,
};
