// `measure`: meters with their options, and custom metrics.
#include "spec/keys/internal.h"

#include "meters/custom.h"
#include "model/better.h"
#include "spec/keys/benchmark/samples.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"

#include <string.h>

static const char *const clocks[] = {
    [ESW_CLOCK_BEST] = "best",
    [ESW_CLOCK_MONOTONIC_RAW] = "monotonic_raw",
    [ESW_CLOCK_MONOTONIC] = "monotonic",
    NULL,
};

// One item as written.
struct item {
    const char *metric, *unit;
    double scale;
    enum better better;
    int clock;
};

static void read_unit(struct reading *reading, const struct keyword *keyword,
                      const struct node *node, void *at)
{
    (void)keyword;
    struct item *item = at;
    const char *problem = unit_problem(node->text);
    if (problem)
        mistake(&reading->mistakes, node->place, "'%s' cannot be the unit: %s", node->text,
                problem);
    item->unit = value_time_unit(node->text, &item->scale) ? "s" : node->text;
}

#define AT(member) .offset = offsetof(struct item, member)

static const struct keyword metric_keys[] = {
    {"metric", SCALAR | REQUIRED, TYPE_NAME, AT(metric), read_plain, .example = "hit_rate",
     .help = "The name of the metric: one of 'eswexp list meters', or one that the benchmark "
             "reports by a line 'METRIC name=value unit' or by esw_metric() of eswexp.h."},
    {"unit", SCALAR, TYPE_NAME, .read = read_unit, .example = "'%'",
     .help = "The unit of a metric that the benchmark reports. Times may be in ns to d."},
    {"better", SCALAR, TYPE_CHOICE, AT(better), read_better, .choices = better_directions,
     .fallback = "less, of times", .example = "more",
     .help = "Which numbers are better, of a metric that the benchmark reports."},
    {"clock", SCALAR, TYPE_CHOICE, AT(clock), .choices = clocks, .fallback = "best",
     .example = "monotonic", .help = "The clock of eswexp.h, for wall_time."},
    {0},
};

const struct keyword metric_entry = {
    "METRIC",
    SCALAR | MAP,
    TYPE_NAME,
    .keys = metric_keys,
    .example = "{metric: wall_time, clock: monotonic}",
    .help = "A metric that eswexp measures, by its name, or one with options.",
};

static size_t count_meters(void)
{
    size_t count = 0;
    while (meters[count])
        count++;
    return count;
}

static void note_unknown(struct reading *reading, const struct node *node, const char *name)
{
    const char **known = arena_new_array(reading->arena, const char *, count_meters() + 1);
    for (size_t i = 0; meters[i]; i++)
        known[i] = meters[i]->name;
    const char *nearest = did_you_mean(&reading->mistakes, name, known);
    mistake(&reading->mistakes, node->place, "unknown metric '%s'%s", name,
            *nearest ? nearest
                     : "; a metric that the benchmark reports is written {metric: NAME, "
                       "unit: UNIT, better: more}");
}

// The name must fit a 'METRIC name=value' line, too.
static void check_name(struct reading *reading, const struct node *node, const char *name)
{
    const char *problem = name_problem(name);
    if (!problem && strpbrk(name, " ="))
        problem = "it must not contain ' ' or '='";
    if (problem)
        mistake(&reading->mistakes, node->place, "'%s' cannot be the name of a metric: %s", name,
                problem);
}

// `clock` is an option of wall_time, `unit` and `better` of custom metrics.
static void check_options(struct reading *reading, const struct node *map,
                          const struct meter *meter)
{
    for (const struct node *child = map->first; child; child = child->next) {
        bool is_clock = text_equal(child->key, "clock");
        if (is_clock && meter != meters[0])
            mistake(&reading->mistakes, child->key_place, "'clock' is an option of %s, not of '%s'",
                    meters[0]->name, meter->name);
        if (!meter->custom && (text_equal(child->key, "unit") || text_equal(child->key, "better")))
            mistake(&reading->mistakes, child->key_place,
                    "'%s' is an option of metrics that a benchmark reports, not of '%s'",
                    child->key, meter->name);
    }
}

static const struct meter *custom_of(struct reading *reading, const struct node *node,
                                     const struct item *item)
{
    const char *unit = item->unit ? item->unit : "";
    bool is_time = text_equal(unit, "s");
    check_name(reading, node, item->metric);
    return meter_custom(reading->arena, item->metric, unit, item->unit ? item->scale : 1,
                        is_time && !item->better ? BETTER_LESS : item->better);
}

// The meter of an item, or NULL and a mistake at `node`, the item's name.
static const struct meter *meter_of(struct reading *reading, const struct node *node,
                                    const struct item *item, bool described)
{
    const struct meter *meter = meter_find(item->metric);
    if (meter && !(meter->common_name && item->unit))
        return meter;
    if (described)
        return custom_of(reading, node, item);
    note_unknown(reading, node, item->metric);
    return NULL;
}

static void add_meter(struct reading *reading, const struct node *node, const struct meter *meter)
{
    struct spec *spec = reading->spec;
    for (size_t i = 0; i < spec->meter_count; i++) {
        if (text_equal(spec->meters[i]->name, meter->name)) {
            mistake(&reading->mistakes, node->place, "duplicate metric '%s'", meter->name);
            return;
        }
    }
    spec->meters[spec->meter_count++] = meter;
}

static void read_item(struct reading *reading, const struct node *node)
{
    struct item item = {.scale = 1, .clock = ESW_CLOCK_BEST};
    const struct node *name = node;
    if (node->kind == NODE_MAP) {
        grammar_apply(reading, node, metric_keys, &item);
        name = node_child(node, "metric");
    } else if (node->kind == NODE_SCALAR) {
        item.metric = node->text;
    } else {
        mistake(&reading->mistakes, node->place,
                "a metric is a name, or a map such as {metric: NAME, unit: UNIT, better: more}");
    }
    if (!item.metric)
        return;
    bool described = node_child(node, "unit") || node_child(node, "better");
    const struct meter *meter = meter_of(reading, name, &item, described);
    if (!meter)
        return;
    if (node->kind == NODE_MAP)
        check_options(reading, node, meter);
    if (meter == meters[0])
        reading->spec->clock = (enum esw_clock)item.clock;
    add_meter(reading, name, meter);
}

void measure_read(struct reading *reading, const struct node *list)
{
    struct spec *spec = reading->spec;
    struct node alone;
    const struct node *first = list ? node_items(list, &alone) : NULL;
    size_t count = 1;
    for (const struct node *item = first; item; item = item->next)
        count++;
    spec->meters = arena_new_array(reading->arena, const struct meter *, count);
    spec->clock = ESW_CLOCK_BEST;
    if (!list)
        spec->meters[spec->meter_count++] = meters[0];
    for (const struct node *item = first; item; item = item->next)
        read_item(reading, item);
}
