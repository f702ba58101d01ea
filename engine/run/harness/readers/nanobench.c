// The JSON and CSV templates of nanobench. Epochs are values of one process, each the mean of its
// iterations.
#include "run/harness/harness.h"
#include "run/harness/json.h"

#include <string.h>

static const char csv_header[] = "\"title\";\"name\";\"unit\";";

static bool accepts(const struct harness_input *input)
{
    const json_t *first = json_array_get(json_object_get(input->json, "results"), 0);
    return (input->length > strlen(csv_header) &&
            memcmp(input->bytes, csv_header, strlen(csv_header)) == 0) ||
           json_object_get(first, "measurements") || json_object_get(first, "median(elapsed)");
}

static void add_counter(struct harness_output *output, const char *name, const char *key,
                        const json_t *epoch, uint64_t iterations)
{
    struct harness_metric metric = {key, "", BETTER_LESS};
    const json_t *number = json_object_get(epoch, key);
    if (json_is_number(number))
        harness_add(output, name, &metric,
                    &(struct harness_value){json_number_value(number), iterations, 0});
}

static void read_epoch(struct harness_output *output, const char *name, const json_t *epoch,
                       bool counts)
{
    static const char *const counters[] = {"instructions", "cpucycles",  "branchinstructions",
                                           "branchmisses", "pagefaults", "contextswitches"};
    double iterations = json_number_value(json_object_get(epoch, "iterations"));
    const json_t *elapsed = json_object_get(epoch, "elapsed");
    uint64_t batch = iterations >= 1 && iterations < 1e18 ? (uint64_t)iterations : 0;
    if (!json_is_number(elapsed))
        harness_fail(output, "'%s' has no time 'elapsed'", name);
    else
        harness_add(output, name, &harness_wall_time,
                    &(struct harness_value){json_number_value(elapsed), batch, 0});
    for (size_t i = 0; counts && !output->why && i < sizeof counters / sizeof *counters; i++)
        add_counter(output, name, counters[i], epoch, batch);
}

static void read_result(struct harness_output *output, size_t r, const json_t *result)
{
    static const char *const defining[] = {"batch", "unit", "complexityN", NULL};
    const char *title = harness_text(result, "title"), *name = harness_text(result, "name");
    const json_t *epochs = json_object_get(result, "measurements"), *epoch;
    // Where the kernel refuses them, all counters are 0.
    bool counts = json_number_value(json_object_get(json_array_get(epochs, 0), "instructions")) > 0;
    size_t i;
    if (*title && !text_equal(title, "benchmark")) // its default
        name = arena_printf(output->arena, "%s/%s", title, name);
    harness_at(output, "results[%zu]", r);
    if (harness_is_twice(output, name, &harness_wall_time, "give each run() a name of its own"))
        return;
    harness_define(output, name, result, defining);
    if (!json_array_size(epochs))
        harness_fail(output, "'%s' has no 'measurements': render templates::json()", name);
    json_array_foreach(epochs, i, epoch)
    {
        harness_at(output, "results[%zu].measurements[%zu]", r, i);
        if (!output->why)
            read_epoch(output, name, epoch, counts);
    }
}

static const char *read_nanobench(const struct harness_input *input, struct harness_output *output)
{
    const json_t *results = json_object_get(input->json, "results"), *result;
    size_t i;
    if (!input->json)
        return harness_fail(output, "nanobench's CSV has only medians: render templates::json() "
                                    "instead of templates::csv()");
    json_array_foreach(results, i, result)
    {
        read_result(output, i, result);
        if (output->why)
            return output->why;
    }
    return NULL;
}

extern const struct harness_reader nanobench_reader;
const struct harness_reader nanobench_reader = {
    .title = "nanobench",
    .choose = "let its main() run one",
    .accepts = accepts,
    .read = read_nanobench,
};
