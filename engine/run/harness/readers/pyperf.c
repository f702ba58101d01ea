// The JSON of pyperf, which nanobench's template pyperf() writes, too. Each run is a process; its
// warm-ups are left out, and runs that only calibrate have no values.
#include "run/harness/harness.h"
#include "run/harness/json.h"

static bool accepts(const struct harness_input *input)
{
    const json_t *first = json_array_get(json_object_get(input->json, "benchmarks"), 0);
    return json_is_array(json_object_get(first, "runs")) &&
           json_is_string(json_object_get(input->json, "version"));
}

// A key of a run, its benchmark or the file, whichever has it first.
static const json_t *metadata(const json_t *const owners[3], const char *key)
{
    const json_t *value = NULL;
    for (size_t i = 0; i < 3 && !value; i++)
        value = json_object_get(json_object_get(owners[i], "metadata"), key);
    return value;
}

static uint64_t whole(const json_t *value)
{
    json_int_t number = json_integer_value(value);
    return number > 0 && number < 1 << 30 ? (uint64_t)number : 0;
}

static struct harness_metric metric_of(const json_t *unit)
{
    const char *word = json_string_value(unit);
    if (word && text_equal(word, "byte"))
        return (struct harness_metric){"memory", "B", BETTER_LESS};
    if (word && text_equal(word, "integer"))
        return (struct harness_metric){"value", "", BETTER_UNKNOWN};
    return harness_wall_time;
}

// Runs of other machines or interpreters are no repetitions.
static void check_conditions(struct harness_output *output, const char *name,
                             const json_t *const first[3], const json_t *const owners[3])
{
    static const struct {
        const char *key;
        bool machine;
    } keys[] = {{"hostname", true},
                {"cpu_model_name", true},
                {"cpu_count", true},
                {"python_version", false},
                {"python_implementation", false},
                {"platform", false},
                {"python_cflags", false},
                {"command", false}};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        const json_t *value = metadata(owners, keys[i].key), *before = metadata(first, keys[i].key);
        if (!value && !before)
            continue;
        if (!value || !before || !json_equal(value, before))
            harness_fail(output, "'%s' has runs of another '%s': keep them in files of their own",
                         name, keys[i].key);
        else if (owners[0] == first[0] && text_equal(keys[i].key, "command"))
            harness_condition_of(output, name, true, keys[i].key,
                                 json_string_value(value) ? json_string_value(value) : "");
        else if (owners[0] == first[0])
            harness_scalar_condition(output, keys[i].machine, keys[i].key, value);
    }
}

static void read_runs(struct harness_output *output, const json_t *file, size_t b,
                      const json_t *benchmark)
{
    const json_t *runs = json_object_get(benchmark, "runs"), *run;
    size_t i, execution = 0;
    const json_t *owners[] = {NULL, benchmark, file}, *first[] = {NULL, benchmark, file};
    const char *name = json_string_value(metadata(owners, "name"));
    struct harness_metric metric = metric_of(metadata(owners, "unit"));
    harness_at(output, "benchmarks[%zu]", b);
    name = name ? name : "benchmark";
    harness_is_twice(output, name, &metric, "keep each run in a file of its own");
    json_array_foreach(runs, i, run)
    {
        const json_t *values = json_object_get(run, "values");
        owners[0] = run;
        const json_t *inner = metadata(owners, "inner_loops");
        struct harness_values taken = {
            name, &metric, 1, whole(metadata(owners, "loops")) * (inner ? whole(inner) : 1),
            execution};
        if (output->why || !json_array_size(values))
            continue;
        first[0] = first[0] ? first[0] : run;
        harness_at(output, "benchmarks[%zu].runs[%zu]", b, i);
        check_conditions(output, name, first, owners);
        harness_add_array(output, &taken,
                          arena_printf(output->arena, "benchmarks[%zu].runs[%zu].values", b, i),
                          values);
        execution++;
    }
    harness_at(output, "benchmarks[%zu]", b);
    if (!execution)
        harness_fail(output, "'%s' has no values, only calibration", name);
}

static const char *read_pyperf(const struct harness_input *input, struct harness_output *output)
{
    const json_t *benchmarks = json_object_get(input->json, "benchmarks"), *benchmark;
    size_t i;
    json_array_foreach(benchmarks, i, benchmark)
    {
        read_runs(output, input->json, i, benchmark);
        if (output->why)
            return output->why;
    }
    return NULL;
}

extern const struct harness_reader pyperf_reader;
const struct harness_reader pyperf_reader = {
    .title = "pyperf",
    .options = {.file = "--output"},
    .is_json = true,
    .choose = "run one of them",
    .accepts = accepts,
    .read = read_pyperf,
};
