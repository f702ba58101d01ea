// The JSON of hyperfine. Each run is an execution; commands are alternatives.
#include "run/harness/harness.h"
#include "run/harness/json.h"

static bool accepts(const struct harness_input *input)
{
    const json_t *results = json_object_get(input->json, "results");
    return json_is_array(results) && json_object_get(json_array_get(results, 0), "command");
}

// Its name: -n NAME, which version 1 writes in place of the command. Commands of one name have
// their parameters behind it.
static const char *name_of(struct harness_output *output, const json_t *names, const json_t *result)
{
    const char *key = *harness_text(result, "name") ? "name" : "command", *parameter,
               *before = " (";
    const char *name = harness_text(result, key);
    json_t *parameters = json_object_get(result, "parameters"), *value;
    if (json_integer_value(json_object_get(json_object_get(names, key), name)) < 2 ||
        !json_object_size(parameters))
        return name;
    TEXT_CLEANUP struct text whole = {0};
    text_add(&whole, name);
    json_object_foreach(parameters, parameter, value)
    {
        text_printf(&whole, "%s%s=%s", before, parameter, harness_text(parameters, parameter));
        before = ", ";
    }
    return arena_printf(output->arena, "%s)", whole.bytes);
}

static bool has_failed(struct harness_output *output, const char *name, size_t run,
                       const json_t *code)
{
    if (json_is_null(code))
        harness_fault(output, name, "was ended by a signal in run %zu", run + 1);
    else if (json_number_value(code) != 0)
        harness_fault(output, name, "ended run %zu with exit code %.0f", run + 1,
                      json_number_value(code));
    else
        return false;
    return true;
}

// ---- Version 1: arrays of times and of exit codes, and means of CPU times

static void read_times(struct harness_output *output, const char *name, const json_t *result)
{
    const json_t *value;
    double seconds, user_s, system_s;
    size_t i;
    json_array_foreach(json_object_get(result, "exit_codes"), i, value)
    {
        if (has_failed(output, name, i, value))
            return;
    }
    json_array_foreach(json_object_get(result, "times"), i, value)
    {
        if (!harness_time(value, 1, &seconds))
            harness_fail(output, "run %zu has no finite time", i + 1);
        else
            harness_add(output, name, &harness_wall_time, &(struct harness_value){seconds, 1, i});
    }
    if (!i)
        harness_fail(output, "it has no times of runs");
    if (harness_time(json_object_get(result, "user"), 1, &user_s) &&
        harness_time(json_object_get(result, "system"), 1, &system_s) &&
        harness_add(output, name, &harness_cpu_time,
                    &(struct harness_value){user_s + system_s, 1, 0}))
        harness_result(output, name, &harness_cpu_time)->summarized = true;
}

// ---- Version 2: of each run {"time_cpu": {"value": 0.1, "unit": "second"}, …, "exit_code": 0}

static struct harness_metric metric_of(const char *key, const char *unit)
{
    if (text_equal(key, "time_wall_clock"))
        return harness_wall_time;
    if (text_equal(key, "time_cpu"))
        return harness_cpu_time;
    return (struct harness_metric){key,
                                   text_equal(unit, "second")  ? "s"
                                   : text_equal(unit, "byte")  ? "B"
                                   : text_equal(unit, "count") ? ""
                                                               : unit,
                                   BETTER_LESS};
}

static void read_run(struct harness_output *output, const char *name, size_t run,
                     const json_t *measured)
{
    const json_t *value;
    const char *key;
    double number;
    if (!harness_time(json_object_get(json_object_get(measured, "time_wall_clock"), "value"), 1,
                      &number))
        harness_fail(output, "run %zu has no finite time", run + 1);
    json_object_foreach((json_t *)measured, key, value)
    {
        struct harness_metric metric = metric_of(key, harness_text(value, "unit"));
        if (!output->why && !text_equal(key, "time_user") && !text_equal(key, "time_system") &&
            harness_time(json_object_get(value, "value"), 1, &number))
            harness_add(output, name, &metric, &(struct harness_value){number, 1, run});
    }
}

static void read_runs(struct harness_output *output, const char *name, const json_t *runs)
{
    const json_t *run;
    size_t i;
    json_array_foreach(runs, i, run)
    {
        if (has_failed(output, name, i, json_object_get(run, "exit_code")))
            return;
    }
    json_array_foreach(runs, i, run)
    {
        read_run(output, name, i, run);
    }
    if (!i)
        harness_fail(output, "it has no times of runs");
}

static const char *read_result(struct harness_output *output, const json_t *names,
                               const json_t *result)
{
    const char *name = name_of(output, names, result);
    static const char *const defining[] = {"command", "parameters", NULL};
    const json_t *runs = json_object_get(result, "measurements");
    if (harness_is_twice(output, name, &harness_wall_time, "tell the results apart with -n NAME"))
        return output->why;
    harness_define(output, name, result, defining);
    if (runs)
        read_runs(output, name, runs);
    else
        read_times(output, name, result);
    return output->why;
}

static const char *read_hyperfine(const struct harness_input *input, struct harness_output *output)
{
    const json_t *results = json_object_get(input->json, "results"), *result;
    json_t *names = json_pack("{s:o,s:o}", "name", harness_name_counts(results, "name"), "command",
                              harness_name_counts(results, "command"));
    size_t i;
    json_array_foreach(results, i, result)
    {
        harness_at(output, "results[%zu]", i);
        if (!output->why)
            read_result(output, names, result);
    }
    json_decref(names);
    if (output->why)
        return output->why;
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
