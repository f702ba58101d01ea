// Checks of `each`: what a benchmark of a suite can have.
#include "spec/keys/internal.h"

static const char *const metrics_of_members[] = {"wall_time", "cpu_time", NULL};

static bool is_of_members(const struct meter *meter)
{
    const char *const *name = metrics_of_members;
    while (*name && !text_equal(*name, meter->name))
        name++;
    return *name;
}

static void check_metrics(struct reading *reading, const struct node *each, const char *benchmark)
{
    const struct spec *spec = reading->spec;
    for (size_t i = 0; i < spec->meter_count; i++)
        if (!is_of_members(spec->meters[i]))
            mistake(&reading->mistakes, each->key_place,
                    "'%s' is of a whole execution, not of each benchmark of '%s': with 'each', "
                    "measure wall_time and cpu_time",
                    spec->meters[i]->name, benchmark);
}

static bool has_harness(const struct spec *spec, const char *benchmark)
{
    bool has = true;
    for (size_t i = 0; i < spec->cell_count; i++)
        for (size_t v = 0;
             text_equal(spec->cells[i].benchmark, benchmark) && v < spec->variant_count; v++)
            has = has && spec->cells[i].targets[v].sampling.harness;
    return has;
}

static bool is_suite(const struct spec *spec, const char *benchmark)
{
    for (size_t i = 0; i < spec->cell_count; i++)
        if (text_equal(spec->cells[i].benchmark, benchmark) && spec->cells[i].targets->each)
            return true;
    return false;
}

static void check_variants(struct reading *reading, const struct node *variants)
{
    for (const struct node *child = variants ? variants->first : NULL; child; child = child->next) {
        const struct node *each = node_child(child, "each");
        if (each)
            mistake(&reading->mistakes, each->key_place,
                    "'each' is a key of benchmarks, not of variant '%s'", child->key);
    }
}

void suites_check(struct reading *reading, const struct node *benchmarks,
                  const struct node *variants)
{
    check_variants(reading, variants);
    for (const struct node *child = benchmarks->first; child; child = child->next) {
        const struct node *each = node_child(child, "each");
        if (!each || !is_suite(reading->spec, child->key))
            continue;
        if (!has_harness(reading->spec, child->key))
            mistake(&reading->mistakes, each->key_place,
                    "'each' needs the samples of a harness, such as google-benchmark: set "
                    "'samples' of '%s'",
                    child->key);
        check_metrics(reading, each, child->key);
    }
}
