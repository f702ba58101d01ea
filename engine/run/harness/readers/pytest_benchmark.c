// The JSON of pytest-benchmark. Rounds are values of one process.
#include "run/harness/harness.h"
#include "run/harness/json.h"

static bool accepts(const struct harness_input *input)
{
    return json_is_object(json_object_get(input->json, "machine_info")) &&
           json_is_array(json_object_get(input->json, "benchmarks"));
}

static void read_entry(struct harness_output *output, size_t i, const json_t *entry)
{
    static const char *const defining[] = {"timer", "disable_gc", NULL};
    const json_t *stats = json_object_get(entry, "stats"), *data = json_object_get(stats, "data");
    const char *name = harness_text(entry, "fullname");
    struct harness_values values = {.benchmark = *name ? name : harness_text(entry, "name"),
                                    .metric = &harness_wall_time,
                                    .scale = 1,
                                    .iterations = harness_count(stats, "iterations")};
    harness_at(output, "benchmarks[%zu]", i);
    if (harness_is_twice(output, values.benchmark, &harness_wall_time,
                         "keep each run in a file of its own"))
        return;
    harness_define(output, values.benchmark, json_object_get(entry, "options"), defining);
    if (!json_array_size(data))
        harness_fail(output,
                     "'%s' has no single values: write the file with --benchmark-json, or add "
                     "--benchmark-save-data to --benchmark-save or --benchmark-autosave",
                     values.benchmark);
    else
        harness_add_array(output, &values,
                          arena_printf(output->arena, "benchmarks[%zu].stats.data", i), data);
}

static void set_conditions(struct harness_output *output, const json_t *file)
{
    static const char *const machine[] = {"node", "processor", "machine", "system", NULL},
                             *const cpu[] = {"brand_raw", "brand", "count", NULL},
                             *const versions[] = {"release", "python_version",
                                                  "python_implementation", NULL},
                             *const commit[] = {"id", NULL};
    const json_t *info = json_object_get(file, "machine_info");
    harness_conditions(output, true, info, machine);
    harness_conditions(output, true, json_object_get(info, "cpu"), cpu);
    harness_conditions(output, false, info, versions);
    harness_conditions(output, false, json_object_get(file, "commit_info"), commit);
}

static const char *read_pytest(const struct harness_input *input, struct harness_output *output)
{
    const json_t *entries = json_object_get(input->json, "benchmarks"), *entry;
    size_t i;
    set_conditions(output, input->json);
    json_array_foreach(entries, i, entry)
    {
        read_entry(output, i, entry);
        if (output->why)
            return output->why;
    }
    return NULL;
}

extern const struct harness_reader pytest_benchmark_reader;
const struct harness_reader pytest_benchmark_reader = {
    .title = "pytest-benchmark",
    .options = {.file = "--benchmark-json"},
    .is_json = true,
    .choose = "choose one with -k",
    .accepts = accepts,
    .read = read_pytest,
};
