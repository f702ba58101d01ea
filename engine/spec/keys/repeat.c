// `repeat`: precision, confidence and repetition counts.
#include "spec/keys/internal.h"

#include "model/level.h"
#include "spec/values.h"
#include "spec/yaml/readers.h"

static const struct keyword pilot_keys[] = {
    {"iterations", SCALAR, TYPE_COUNT, .offset = 0 * sizeof(size_t), .low = 2, .high = 1e9,
     .fallback = "3", .example = "20", .help = "Iterations of each execution of the pilot."},
    {"executions", SCALAR, TYPE_COUNT, .offset = 1 * sizeof(size_t), .low = 2, .high = 1e6,
     .fallback = "2 of each build, else 20", .example = "5",
     .help =
         "Executions of each build of the pilot. Where nothing is built, of each variant: fewer "
         "than 20 where they are dear, and 5 where 'real' fixes them."},
    {"builds", SCALAR, TYPE_COUNT, .offset = 2 * sizeof(size_t), .low = 2, .high = 1e6,
     .fallback = "20", .example = "5",
     .help = "Builds of each variant in the pilot: fewer than 20 where they are dear, and 5 where "
             "'real' fixes them."},
    {0},
};

static const struct keyword real_keys[] = {
    {"iterations", SCALAR, TYPE_COUNT, .offset = 0 * sizeof(size_t), .low = 1, .high = 1e9,
     .fallback = "from the pilot", .example = "10", .help = "Iterations of each execution."},
    {"executions", SCALAR, TYPE_COUNT, .offset = 1 * sizeof(size_t), .low = 1, .high = 1e6,
     .fallback = "from the pilot", .example = "3", .help = "Executions of each build."},
    {"builds", SCALAR, TYPE_COUNT, .offset = 2 * sizeof(size_t), .low = 1, .high = 1e6,
     .fallback = "from the pilot", .example = "30", .help = "Builds of each variant."},
    {0},
};

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

static const char *const warmups[] = {"auto", NULL};

static const char *const allocations[] = {
    [ALLOCATION_SEARCH] = "search", [ALLOCATION_CLOSED_FORM] = "closed-form", NULL};

static const char *const quantities[] = {
    [PRECISION_OF_MEAN] = "mean", [PRECISION_OF_RATIO] = "ratio", NULL};

#define AT(member) .offset = offsetof(struct repeat, member)
#define COUNTS(example) "stands in 'real', or in 'pilot': real: {" example "}"

const struct keyword repeat_keys[] = {
    {"confidence", SCALAR, TYPE_SHARE, AT(confidence), .low = 0.5, .high = 0.9999,
     .fallback = "95%", .example = "99%",
     .help = "Share of the intervals that contain the true value, in the long run."},
    {"precision", SCALAR, TYPE_SHARE, AT(precision), .low = 1e-6, .high = 1, .fallback = "1%",
     .example = "2%",
     .help = "Half width that every interval must reach, relative to its mean or ratio."},
    {"precision_of", SCALAR, TYPE_CHOICE, AT(precision_of), .choices = quantities,
     .fallback = "mean; ratio without a precision and 'real'", .example = "ratio",
     .help = "What reaches the precision: the mean of every variant, or its ratio to the baseline. "
             "eswexp compare sets ratio."},
    {"pilot", MAP, TYPE_KEYS, AT(pilot), .keys = pilot_keys, .example = "{builds: 5}",
     .help = "How often the pilot repeats each level. From its variances follow the counts of the "
             "real experiment."},
    {"real", MAP, TYPE_KEYS, AT(real), .keys = real_keys,
     .example = "{builds: 30, executions: 3, iterations: 10}",
     .help = "Fixes counts of the real experiment by hand. Only levels that exist can be fixed: no "
             "builds where nothing is built and no randomizer draws per build, no iterations where "
             "an execution yields one sample."},
    {"warmup", SCALAR, TYPE_COUNT, .read = read_warmup, .high = 1e9, .choices = warmups,
     .fallback = "auto", .example = "2",
     .help = "Iterations at the start of every execution to leave out; auto: as many as warm-up "
             "detection finds."},
    {"minimum_time", SCALAR, TYPE_DURATION, AT(minimum_time_s), .high = 3600, .fallback = "1ms",
     .example = "10ms",
     .help =
         "A fast body is repeated (the count doubles) until a sample takes this long; 0: "
         "never. Unless the file sets it, a benchmark whose 'summary' is an order statistic, such "
         "as the median, is not batched: its samples are single iterations."},
    {"allocation", SCALAR, TYPE_CHOICE, AT(allocation), .choices = allocations,
     .fallback = "search", .example = "closed-form",
     .help = "How counts follow from the pilot: by search for the least cost, or by the closed "
             "form."},
    {"iteration", SCALAR, TYPE_COUNT, AT(iteration), .low = 1, .high = 1e9, .fallback = "all",
     .example = "7", .help = "Takes only this iteration after warm-up of every execution."},
    {"assurance", SCALAR, TYPE_SHARE, AT(assurance), .low = 0.5, .high = 0.99, .fallback = "50%",
     .example = "80%",
     .help = "How sure it must be that the counts reach the precision, although the pilot's "
             "variances are uncertain."},
    {"builds", MISPLACED, .help = COUNTS("builds: 30")},
    {"executions", MISPLACED, .help = COUNTS("executions: 3")},
    {"iterations", MISPLACED, .help = COUNTS("iterations: 10")},
    {"budget", MISPLACED,
     .help = "is given on the command line: eswexp run --budget 10min, or eswexp compare "
             "--budget 2h"},
    {"summary", MISPLACED,
     .help = "stands beside 'repeat', for the whole experiment, or in a benchmark"},
    {"exclude", MISPLACED, .help = "stands beside 'sweep', not in 'repeat'"},
    {0},
};

// Counts and precision are the same at every point, so no axis has a value here.
static void refuse_templates(struct reading *reading, const struct node *map)
{
    for (const struct node *child = map->first; child; child = child->next)
        if (child->templated)
            mistake(&reading->mistakes, child->place,
                    "'%s' cannot hold ${…}: 'repeat' is the same at every point", child->key);
}

void repeat_read(struct reading *reading, const struct node *map)
{
    struct repeat *repeat = &reading->spec->repeat;
    *repeat = (struct repeat){
        .confidence = 0.95,
        .precision = 0.01,
        .pilot = {PILOT_ITERATIONS},
        .warmup_auto = true,
        .minimum_time_s = 1e-3,
        .allocation = ALLOCATION_SEARCH,
        .assurance = 0.5,
        .aims_at_question = !node_child(map, "precision") && !node_child(map, "real"),
    };
    if (repeat->aims_at_question)
        repeat->precision_of = PRECISION_OF_RATIO;
    if (!map)
        return;
    refuse_templates(reading, map);
    repeat->batches = node_child(map, "minimum_time");
    grammar_apply(reading, map, repeat_keys, repeat);
}
