// The JSON of hyperfine. Each run is an execution; commands are alternatives.
#include "run/harness/harness.h"
#include "run/harness/json.h"

static bool accepts(const struct harness_input *input)
{
    const json_t *results = json_object_get(input->json, "results");
    return json_is_array(results) && json_object_get(json_array_get(results, 0), "command");
}

static bool has_failed(struct harness_output *output, const json_t *result)
{
    const char *name = harness_text(result, "command");
    const json_t *code;
    size_t i;
    json_array_foreach(json_object_get(result, "exit_codes"), i, code)
    {
        if (json_is_null(code))
            harness_fault(output, name, "was ended by a signal in run %zu", i + 1);
        else if (json_integer_value(code) != 0)
            harness_fault(output, name, "ended run %zu with exit code %lld", i + 1,
                          (long long)json_integer_value(code));
        else
            continue;
        return true;
    }
    return false;
}

static const char *read_result(struct harness_output *output, const json_t *result)
{
    const json_t *times = json_object_get(result, "times"), *value;
    const char *name = harness_text(result, "command");
    double seconds, user_s, system_s;
    size_t i;
    if (has_failed(output, result))
        return output->why;
    if (harness_has(output, name, &harness_wall_time))
        return harness_fail(output, "'%s' is there twice: tell the results apart with -n NAME",
                            harness_shown(name));
    json_array_foreach(times, i, value)
    {
        if (!harness_time(value, 1, &seconds))
            return harness_fail(output, "run %zu has no finite time", i + 1);
        if (!harness_add(output, name, &harness_wall_time, &(struct harness_value){seconds, 1, i}))
            return output->why;
    }
    if (!json_array_size(times))
        return harness_fail(output, "it has no times of runs");
    if (harness_time(json_object_get(result, "user"), 1, &user_s) &&
        harness_time(json_object_get(result, "system"), 1, &system_s) &&
        harness_add(output, name, &harness_cpu_time,
                    &(struct harness_value){user_s + system_s, 1, 0}))
        harness_result(output, name, &harness_cpu_time)->summarized = true;
    return output->why;
}

static const char *read_hyperfine(const struct harness_input *input, struct harness_output *output)
{
    const json_t *results = json_object_get(input->json, "results"), *result;
    size_t i;
    json_array_foreach(results, i, result)
    {
        harness_at(output, "results[%zu]", i);
        if (read_result(output, result))
            return output->why;
    }
    *output->place = '\0';
    return output->count || output->fault_count ? NULL
                                                : harness_fail(output, "it has no times of runs");
}

extern const struct harness_reader hyperfine_reader;
const struct harness_reader hyperfine_reader = {
    .title = "hyperfine",
    .options = {"--export-json",
                NULL,
                "--runs",
                {"--runs", "--min-runs", "--max-runs", "-r", "-m", "-M"}},
    .is_json = true,
    .alternatives = true,
    .choose = "make them variants, or benchmarks",
    .accepts = accepts,
    .read = read_hyperfine,
};
