// `repeat`: how sure, how often.
#include "model/level.h"
#include "spec/keys/benchmark/summary.h"
#include "spec/keys/internal.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"

#define COUNT(keyword, level, least, most)                                                         \
    {                                                                                              \
        keyword, SCALAR, read_count, .offset = (level) * sizeof(size_t), .low = (least),           \
                                     .high = (most)                                                \
    }

static const struct keyword pilot_keys[] = {
    COUNT("iterations", 0, 2, 1e9),
    COUNT("executions", 1, 2, 1e6),
    COUNT("builds", 2, 2, 1e6),
    {0},
};

static const struct keyword real_keys[] = {
    COUNT("iterations", 0, 1, 1e9),
    COUNT("executions", 1, 1, 1e6),
    COUNT("builds", 2, 1, 1e6),
    {0},
};

static void read_pilot(struct reading *reading, const struct keyword *keyword,
                       const struct node *node, void *at)
{
    (void)keyword;
    grammar_apply(reading, node, pilot_keys, at);
}

static void read_real(struct reading *reading, const struct keyword *keyword,
                      const struct node *node, void *at)
{
    (void)keyword;
    grammar_apply(reading, node, real_keys, at);
}

static void read_warmup(struct reading *reading, const struct keyword *keyword,
                        const struct node *node, void *at)
{
    struct repeat *repeat = at;
    repeat->warmup_auto = text_equal(node->text, "auto");
    if (repeat->warmup_auto)
        return;
    if (value_count(node->text, &repeat->warmup))
        read_count(reading, keyword, node, &repeat->warmup);
    else
        mistake(&reading->mistakes, node->place,
                "'warmup' must be auto or a number of iterations, not '%s'", node->text);
}

static const char *const allocations[] = {
    [ALLOCATION_SEARCH] = "search", [ALLOCATION_CLOSED_FORM] = "closed-form", NULL};

#define AT(member) .offset = offsetof(struct repeat, member)

static const struct keyword repeat_keys[] = {
    {"confidence", SCALAR, read_fraction, AT(confidence), .low = 0.5, .high = 0.9999},
    {"precision", SCALAR, read_fraction, AT(precision), .low = 1e-6, .high = 1},
    {"pilot", MAP, read_pilot, AT(pilot)},
    {"real", MAP, read_real, AT(real)},
    {"warmup", SCALAR, read_warmup, .high = 1e9},
    {"minimum_time", SCALAR, read_duration, AT(minimum_time_s), .high = 3600},
    {"allocation", SCALAR, read_index, AT(allocation), .choices = allocations},
    {"iteration", SCALAR, read_count, AT(iteration), .low = 1, .high = 1e9},
    {"assurance", SCALAR, read_fraction, AT(assurance), .low = 0.5, .high = 0.99},
    {"budget", .shapes = LATER},
    {"summary", SCALAR, refuse_summary, .offset = 0},
    {"exclude", .shapes = LATER},
    {0},
};

void repeat_read(struct reading *reading, const struct node *map)
{
    struct repeat *repeat = &reading->spec->repeat;
    *repeat = (struct repeat){
        .confidence = 0.95,
        .precision = 0.01,
        .pilot = {5, 5, 5},
        .warmup_auto = true,
        .minimum_time_s = 1e-3,
        .allocation = ALLOCATION_SEARCH,
        .assurance = 0.5,
    };
    if (map)
        grammar_apply(reading, map, repeat_keys, repeat);
}
