// The JSON of Julia's BenchmarkTools: [versions, [object, …]], where an object is [type, fields]
// and groups hold others. The samples of a trial are values of one process, each the mean of its
// evals.
#include "run/harness/harness.h"
#include "run/harness/json.h"

#include <string.h>

enum { DEPTH_MOST = 50 };

static bool accepts(const struct harness_input *input)
{
    const json_t *versions = json_array_get(input->json, 0);
    return json_object_get(versions, "Julia") && json_object_get(versions, "BenchmarkTools") &&
           json_is_array(json_array_get(input->json, 1));
}

// Without the module that old versions write: "BenchmarkTools.Trial".
static const char *type_of(const json_t *object)
{
    const char *type = json_string_value(json_array_get(object, 0));
    const char *dot = type ? strrchr(type, '.') : NULL;
    return dot ? dot + 1 : type ? type : "";
}

static void add_summary(struct harness_output *output, const char *name, const char *metric,
                        const char *unit, const json_t *value)
{
    struct harness_metric kept = {metric, unit, BETTER_LESS};
    if (json_is_number(value) &&
        harness_add(output, name, &kept, &(struct harness_value){json_number_value(value), 0, 0}))
        harness_result(output, name, &kept)->summarized = true;
}

static void read_trial(struct harness_output *output, const char *name, const json_t *fields)
{
    const json_t *parameters = json_array_get(json_object_get(fields, "params"), 1);
    struct harness_values values = {name, &harness_wall_time, 1e-9,
                                    harness_count(parameters, "evals"), 0};
    if (harness_is_twice(output, name, &harness_wall_time, "give each a key of its own") ||
        !harness_add_array(output, &values, arena_printf(output->arena, "%s.times", name),
                           json_object_get(fields, "times")))
        return;
    add_summary(output, name, "memory", "B", json_object_get(fields, "memory"));
    add_summary(output, name, "allocs", "", json_object_get(fields, "allocs"));
}

static void read_object(struct harness_output *output, const char *name, const json_t *object,
                        size_t depth)
{
    const char *type = type_of(object), *key;
    const json_t *fields = json_array_get(object, 1);
    json_t *data = json_object_get(fields, "data"), *member;
    if (*name)
        harness_at(output, "'%.200s'", name);
    if (strlen(name) > HARNESS_NAME_MOST)
        harness_fail(output, "a name has more than %d bytes", HARNESS_NAME_MOST);
    else if (depth > DEPTH_MOST)
        harness_fail(output, "more than %d groups within each other", DEPTH_MOST);
    else if (text_equal(type, "Trial"))
        read_trial(output, *name ? name : "trial", fields);
    else if (text_equal(type, "TrialEstimate"))
        harness_fail(output, "an estimate has no single values: save the result of run(), not its "
                             "minimum() or median()");
    else if (!text_equal(type, "BenchmarkGroup"))
        harness_fail(output, "'%s' is neither a Trial nor a BenchmarkGroup", type);
    else
        json_object_foreach(data, key, member)
        {
            const char *path = arena_printf(output->arena, "%s%s%s", name, *name ? "/" : "", key);
            if (!output->why)
                read_object(output, path, member, depth + 1);
        }
}

static const char *read_julia(const struct harness_input *input, struct harness_output *output)
{
    const json_t *objects = json_array_get(input->json, 1), *object;
    static const char *const versions[] = {"Julia", NULL};
    size_t i;
    harness_conditions(output, false, json_array_get(input->json, 0), versions);
    json_array_foreach(objects, i, object)
    {
        const char *name =
            json_array_size(objects) > 1 ? arena_printf(output->arena, "%zu", i + 1) : "";
        read_object(output, name, object, 0);
        if (output->why)
            return output->why;
    }
    return NULL;
}

extern const struct harness_reader julia_reader;
const struct harness_reader julia_reader = {
    .title = "BenchmarkTools.jl",
    .is_json = true,
    .choose = "run one of them",
    .accepts = accepts,
    .read = read_julia,
};
