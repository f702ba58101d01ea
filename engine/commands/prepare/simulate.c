// eswexp simulate: the method against a synthetic world whose truth is known.
#include "base/files/paths.h"
#include "base/text.h"
#include "commands/shared/command.h"
#include "commands/shared/show.h"
#include "report/simulation/document.h"
#include "simulate/like.h"
#include "simulate/simulation.h"
#include "spec/spec.h"
#include "spec/values.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>

// ---- Options

struct simulate_options {
    struct common_options common;
    const char *like, *builds, *executions, *iterations, *precision, *precision_of, *assurance,
        *builds_least, *pilot, *allocation;
    const char *sd, *cost, *distribution, *rare_layouts, *rare_side;
    const char *coupled, *dependence, *dependence_of, *states, *sensitivity, *drift, *warmup,
        *effect;
    const char *benchmarks, *points, *threshold, *equivalence, *confidence;
    const char *summary, *trials, *seed, *workers;
    bool unpaired, until_decided, until_clear, json;
};

enum { COUNT_MOST = 1000000, CELLS_MOST = 1000 };

const char *const simulate_allocations[] = {"fixed", "search", "closed-form", "until-narrow", NULL};
static const enum count_choice allocations[] = {COUNTS_FIXED, COUNTS_SEARCH, COUNTS_CLOSED_FORM,
                                                COUNTS_UNTIL_NARROW};
const char *const simulate_sides[] = {"both", "old", "new", NULL};
static const char *const simulate_precisions[] = {"mean", "ratio", NULL};
const char *const simulate_shares[] = {"machine", "side", NULL};

static size_t index_of(const char *const *choices, const char *word)
{
    size_t i = 0;
    while (choices[i] && !text_equal(choices[i], word))
        i++;
    return i;
}

static bool read_count(const char *option, const char *word, size_t most, size_t *count,
                       struct error *error)
{
    if (!word || (value_count(word, count) && *count >= 1 && *count <= most))
        return true;
    return failed(error, EXIT_USAGE, "--%s '%s' is not a whole number from 1 to %zu", option, word,
                  most);
}

static bool read_fraction(const char *option, const char *word, double low, double high,
                          double *value, struct error *error)
{
    if (!word || (value_fraction(word, value) && *value >= low && *value <= high))
        return true;
    return failed(error, EXIT_USAGE, "--%s '%s' is not a share from %g %% to %g %%", option, word,
                  100 * low, 100 * high);
}

// ---- A value for each level: "1%", or "iteration=1%,build=2%"

struct level_values {
    const char *option, *example;
    bool (*read)(const char *word, size_t level, void *values);
    void *values;
};

static size_t level_of(const char *name)
{
    size_t level = 0;
    while (level < WORLD_LEVELS &&
           !text_equal(name, level_name((enum level)(LEVEL_ITERATION + level))))
        level++;
    return level;
}

static bool read_all_levels(const struct level_values *by, const char *word)
{
    bool read = true;
    for (size_t level = 0; level < WORLD_LEVELS; level++)
        read = read && by->read(word, level, by->values);
    return read;
}

static bool read_levels(struct arena *arena, const char *words, const struct level_values *by,
                        struct error *error)
{
    char *rest = words ? arena_strdup(arena, words) : NULL;
    for (char *word; (word = rest ? strsep(&rest, ",") : NULL);) {
        char *value = strchr(word, '=');
        if (value)
            *value++ = '\0';
        size_t level = value ? level_of(word) : WORLD_LEVELS;
        bool read = value ? level < WORLD_LEVELS && by->read(value, level, by->values)
                          : read_all_levels(by, word);
        if (!read)
            return failed(error, EXIT_USAGE, "--%s '%s' is not in the form of %s", by->option,
                          words, by->example);
    }
    return true;
}

static bool read_sd(const char *word, size_t level, void *values)
{
    struct world *world = values;
    double sd;
    if (!value_fraction(word, &sd) || sd < 0 || sd > 1)
        return false;
    for (size_t side = 0; side < WORLD_SIDES; side++)
        world->sd[side][level] = sd;
    return true;
}

static bool read_cost(const char *word, size_t level, void *values)
{
    double *cost_s = values;
    return value_duration(word, &cost_s[level]) && cost_s[level] > 0;
}

// Without a level, spikes are those of iterations.
static bool read_shape(const char *word, size_t level, void *values)
{
    enum shape *shape = values;
    shape[level] = (enum shape)index_of(shape_names, word);
    return shape[level] < SHAPES;
}

static bool read_shapes(struct arena *arena, const char *words, struct world *world,
                        struct error *error)
{
    struct level_values by = {"distribution", "log-normal, or iteration=spikes,build=two-modes",
                              read_shape, world->shape};
    bool spikes = text_equal(words, shape_names[SHAPE_SPIKES]);
    return read_levels(arena, spikes ? "iteration=spikes" : words, &by, error);
}

// ---- Pairs: "10%:20%", "0.8:2%", "20x2x3"

static bool split(struct arena *arena, const char *word, char at, char *parts[2])
{
    parts[0] = arena_strdup(arena, word);
    parts[1] = strchr(parts[0], at);
    if (parts[1])
        *parts[1]++ = '\0';
    return parts[1];
}

static bool read_rare(struct arena *arena, const struct simulate_options *options,
                      struct world *world, struct error *error)
{
    char *parts[2];
    double share;
    if (!options->rare_layouts)
        return true;
    if (!split(arena, options->rare_layouts, ':', parts) || !value_fraction(parts[0], &share) ||
        share < 0 || share > 1 || !value_fraction(parts[1], &world->rare_slowdown) ||
        world->rare_slowdown < 0)
        return failed(error, EXIT_USAGE,
                      "--rare-layouts '%s' is not SHARE:SLOWDOWN, such as 10%%:20%%",
                      options->rare_layouts);
    for (size_t side = 0; side < WORLD_SIDES; side++)
        if (!options->rare_side || index_of(simulate_sides, options->rare_side) != 2 - side)
            world->rare_share[side] = share;
    return true;
}

static bool read_dependence(struct arena *arena, const struct simulate_options *options,
                            struct world *world, struct error *error)
{
    char *parts[2];
    world->shared_by_side =
        options->dependence_of && index_of(simulate_shares, options->dependence_of) == 1;
    if (!options->dependence)
        return true;
    world->shared_sd = world->sd[0][WORLD_LEVELS - 1];
    bool has_sd = split(arena, options->dependence, ':', parts);
    if (value_number(parts[0], &world->shared_rho) && world->shared_rho > -1 &&
        world->shared_rho < 1 &&
        (!has_sd || (value_fraction(parts[1], &world->shared_sd) && world->shared_sd >= 0)))
        return true;
    return failed(error, EXIT_USAGE,
                  "--dependence '%s' is not RHO or RHO:SD, such as 0.8 or 0.8:2%%",
                  options->dependence);
}

static bool read_states(struct arena *arena, const struct simulate_options *options,
                        struct world *world, struct error *error)
{
    char *parts[2];
    const char *states = options->states, *sensitivity = options->sensitivity;
    if (states && (!split(arena, states, ':', parts) ||
                   !value_number(parts[0], &world->states_stay) || world->states_stay < 0 ||
                   world->states_stay > 1 || !value_fraction(parts[1], &world->states_size) ||
                   world->states_size < 0 || world->states_size > 1))
        return failed(error, EXIT_USAGE, "--states '%s' is not STAY:SIZE, such as 0.9:4%%", states);
    if (sensitivity && (!value_number(sensitivity, &world->sensitivity[1]) ||
                        world->sensitivity[1] < 0 || world->sensitivity[1] > 10))
        return failed(error, EXIT_USAGE, "--sensitivity '%s' is not a number from 0 to 10",
                      sensitivity);
    return true;
}

static bool read_warmup(struct arena *arena, const char *word, struct world *world,
                        struct error *error)
{
    char *parts[2];
    if (!word || (split(arena, word, ':', parts) && value_count(parts[0], &world->warmup) &&
                  world->warmup >= 1 && world->warmup <= COUNT_MOST &&
                  value_fraction(parts[1], &world->warmup_slowdown) &&
                  world->warmup_slowdown >= -0.9 && world->warmup_slowdown <= 10))
        return true;
    return failed(error, EXIT_USAGE, "--warmup '%s' is not ITERATIONS:SLOWDOWN, such as 60:30%%",
                  word);
}

static bool read_pilot(struct arena *arena, const char *word, size_t pilot[WORLD_LEVELS],
                       struct error *error)
{
    char *rest = word ? arena_strdup(arena, word) : NULL, *part = NULL;
    size_t level = WORLD_LEVELS;
    bool read = true;
    while (read && rest && (part = strsep(&rest, "x")))
        read = level-- > 0 && value_count(part, &pilot[level]) && pilot[level] >= 1 &&
               pilot[level] <= COUNT_MOST;
    if (!word || (read && level == 0 && pilot[WORLD_LEVELS - 1] >= 2))
        return true;
    return failed(error, EXIT_USAGE,
                  "--pilot '%s' is not BUILDSxEXECUTIONSxITERATIONS, such as 20x2x3", word);
}

// ---- Groups of options

static bool read_world(struct arena *arena, const struct simulate_options *options,
                       struct simulation *simulation, struct error *error)
{
    struct world *world = &simulation->world;
    struct level_values sd = {"sd", "2%, or iteration=3%,execution=1%,build=2%", read_sd, world},
                        cost = {"cost", "iteration=1ms,execution=20ms,build=2s", read_cost,
                                simulation->cost_s};
    simulation->costs_unknown = simulation->costs_unknown && !options->cost;
    return read_levels(arena, options->sd, &sd, error) &&
           read_levels(arena, options->cost, &cost, error) &&
           read_shapes(arena, options->distribution, world, error) &&
           read_rare(arena, options, world, error) &&
           read_dependence(arena, options, world, error) &&
           read_states(arena, options, world, error) &&
           read_warmup(arena, options->warmup, world, error) &&
           read_fraction("coupled", options->coupled, 0, 1, &world->coupled, error) &&
           read_fraction("drift", options->drift, -0.01, 0.01, &world->drift, error) &&
           read_fraction("effect", options->effect, -0.9, 10, &world->effect, error);
}

// With a precision a pilot chooses, unless --allocation says otherwise.
static bool read_counts(struct arena *arena, const struct simulate_options *options,
                        struct simulation *simulation, struct error *error)
{
    size_t *counts = simulation->counts;
    simulation->choice = options->allocation
                             ? allocations[index_of(simulate_allocations, options->allocation)]
                         : options->precision ? COUNTS_SEARCH
                                              : COUNTS_FIXED;
    if (!read_count("iterations", options->iterations, COUNT_MOST, &counts[0], error) ||
        !read_count("executions", options->executions, COUNT_MOST, &counts[1], error) ||
        !read_count("builds", options->builds, COUNT_MOST, &counts[2], error) ||
        !read_fraction("precision", options->precision, 1e-4, 1, &simulation->precision, error) ||
        !read_fraction("assurance", options->assurance, 0.5, 0.99, &simulation->assurance, error) ||
        !read_count("builds-least", options->builds_least, COUNT_MOST, &simulation->builds_least,
                    error) ||
        !read_pilot(arena, options->pilot, simulation->pilot, error))
        return false;
    simulation->pilot_is_open = !options->pilot;
    if (simulation->choice != COUNTS_FIXED && !options->precision)
        return failed(error, EXIT_USAGE, "--allocation %s needs --precision", options->allocation);
    if (options->assurance && !options->precision)
        return failed(error, EXIT_USAGE, "--assurance needs --precision");
    if (options->warmup && simulation->choice == COUNTS_UNTIL_NARROW)
        return failed(error, EXIT_USAGE,
                      "--warmup needs a pilot, which --allocation until-narrow has not");
    simulation->precision_of_ratio = text_equal(options->precision_of, simulate_precisions[1]);
    if (simulation->precision_of_ratio &&
        (options->unpaired || simulation->choice == COUNTS_UNTIL_NARROW))
        return failed(error, EXIT_USAGE, "--precision-of ratio does not go with --%s",
                      options->unpaired ? "unpaired" : "allocation until-narrow");
    return true;
}

static bool read_comparison(const struct simulate_options *options, struct simulation *simulation,
                            struct error *error)
{
    struct comparison_rules *rules = &simulation->rules;
    simulation->unpaired = options->unpaired;
    simulation->until_decided = options->until_decided;
    simulation->until_clear = options->until_clear;
    if (options->coupled && options->unpaired)
        return failed(error, EXIT_USAGE, "--coupled does not go with --unpaired");
    if ((options->until_decided || options->until_clear) &&
        (options->unpaired || simulation->choice != COUNTS_FIXED))
        return failed(error, EXIT_USAGE, "--until-%s does not go with --%s",
                      options->until_clear ? "clear" : "decided",
                      options->unpaired ? "unpaired" : "precision");
    simulation->world.shared_by_side |= options->unpaired; // measured at other times
    return read_count("benchmarks", options->benchmarks, CELLS_MOST, &simulation->benchmarks,
                      error) &&
           read_count("points", options->points, CELLS_MOST, &simulation->points, error) &&
           read_fraction("confidence", options->confidence, 0.5, 0.999, &simulation->confidence,
                         error) &&
           read_fraction("threshold", options->threshold, 0, 1, &rules->threshold, error) &&
           read_fraction("equivalence", options->equivalence, 0, 1, &rules->equivalence, error);
}

// A minimum has no true value where distributions have no end.
static bool read_summary(struct arena *arena, const struct simulate_options *options,
                         struct simulation *simulation, struct error *error)
{
    struct statistic *summary = &simulation->summary;
    if (!options->summary)
        return true;
    const char *problem = statistic_read(arena, options->summary, summary);
    if (problem)
        return failed(error, EXIT_USAGE, "--summary: %s", problem);
    if (summary->kind == STATISTIC_MINIMUM)
        return failed(error, EXIT_USAGE, "--summary minimum has no true value in such a world");
    if (simulation->choice != COUNTS_FIXED)
        return failed(error, EXIT_USAGE, "--summary needs fixed counts, not --precision");
    return true;
}

static size_t processors(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1;
}

static bool read_campaign(struct arena *arena, const char *folder, struct simulation *simulation,
                          struct error *error)
{
    STORE_CLEANUP struct store *store = store_open(path_join(arena, folder, "campaign.db"), error);
    return store && simulation_like(simulation, store, error);
}

// Fails with EXIT_USAGE.
static bool simulation_read(struct arena *arena, const struct simulate_options *options,
                            struct simulation *simulation, struct error *error)
{
    *simulation = (struct simulation){
        .world = {.sd = {{0.03, 0.01, 0.02}, {0.03, 0.01, 0.02}}, .sensitivity = {1, 1}},
        .cost_s = {0.001, 0.02, 2},
        .counts = {10, 5, 10},
        .pilot = {PILOT_ITERATIONS, PILOT_EXECUTIONS, PILOT_TOP},
        .benchmarks = 1,
        .points = 1,
        .confidence = 0.95,
        .assurance = 0.5,
        .trials = 1000,
        .seed = 1,
        .workers = processors()};
    if (options->like && !read_campaign(arena, options->like, simulation, error))
        return failed_within(error, "--like '%s'", options->like);
    if (options->seed && !value_seed(options->seed, &simulation->seed))
        return failed(error, EXIT_USAGE, "--seed '%s' is not a number", options->seed);
    return read_world(arena, options, simulation, error) &&
           read_counts(arena, options, simulation, error) &&
           read_comparison(options, simulation, error) &&
           read_summary(arena, options, simulation, error) &&
           read_count("trials", options->trials, COUNT_MOST, &simulation->trials, error) &&
           read_count("workers", options->workers, CELLS_MOST, &simulation->workers, error);
}

// ---- The command

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct simulate_options *options = values;
    struct simulation simulation;
    struct tally tally;
    if (!simulation_read(invocation->arena, options, &simulation, error))
        return error->code;
    simulate(&simulation, &tally);
    return show_result(invocation, options->json,
                       simulation_document(invocation->arena, &simulation, &tally),
                       simulation_record(invocation->arena, &simulation, &tally), error)
               ? EXIT_FINE
               : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"like", 0, "DIR", "begin with counts, variances and costs of a campaign",
     .value = WORD_FOLDER,
     OPTION_FIELD(struct simulate_options, like)},
    {"builds", 'b', "N", "builds of each side (default 10)",
     OPTION_FIELD(struct simulate_options, builds)},
    {"executions", 'e', "N", "executions of each build (default 5)",
     OPTION_FIELD(struct simulate_options, executions)},
    {"iterations", 'i', "N", "iterations of each execution (default 10)",
     OPTION_FIELD(struct simulate_options, iterations)},
    {"precision", 'p', "1%", "a pilot chooses the counts for this half-width",
     OPTION_FIELD(struct simulate_options, precision)},
    {"precision-of", 0, "WHAT", "what keeps the precision: mean (default) or ratio",
     .choices = simulate_precisions, OPTION_FIELD(struct simulate_options, precision_of)},
    {"assurance", 0, "80%", "how sure that is (default 50 %, by its estimates)",
     OPTION_FIELD(struct simulate_options, assurance)},
    {"builds-least", 0, "N", "builds that a pilot chooses at least (20 or 30, below)",
     OPTION_FIELD(struct simulate_options, builds_least)},
    {"pilot", 0, "BxExI", "counts of the pilot (20x2x3 or 10x2x3, see below)",
     OPTION_FIELD(struct simulate_options, pilot)},
    {"allocation", 0, "HOW", "fixed, search, closed-form or until-narrow",
     .choices = simulate_allocations, OPTION_FIELD(struct simulate_options, allocation)},
    {"sd", 0, "LEVEL=2%,...", "sd of a level (default: 3 %, 1 % and 2 %, see below)",
     OPTION_FIELD(struct simulate_options, sd)},
    {"cost", 0, "LEVEL=1ms,...", "time of a repetition without the levels below it",
     OPTION_FIELD(struct simulate_options, cost)},
    {"distribution", 0, "SHAPE", "normal (default), or another for all or for a level",
     OPTION_FIELD(struct simulate_options, distribution)},
    {"rare-layouts", 0, "10%:20%", "share of builds whose layout is slower by this",
     OPTION_FIELD(struct simulate_options, rare_layouts)},
    {"rare-side", 0, "SIDE", "the side with rare layouts: both (default), old or new",
     .choices = simulate_sides, OPTION_FIELD(struct simulate_options, rare_side)},
    {"coupled", 0, "90%", "share of blocks whose layouts act alike on both sides",
     OPTION_FIELD(struct simulate_options, coupled)},
    {"dependence", 0, "RHO[:SD]", "blocks share an AR(1) process (default SD: the builds')",
     OPTION_FIELD(struct simulate_options, dependence)},
    {"dependence-of", 0, "WHAT", "machine (default, both sides share it) or side",
     .choices = simulate_shares, OPTION_FIELD(struct simulate_options, dependence_of)},
    {"states", 0, "STAY:SIZE", "two states of blocks, such as 0.9:4% (see below)",
     OPTION_FIELD(struct simulate_options, states)},
    {"sensitivity", 0, "2", "of the new side to what blocks share (default 1)",
     OPTION_FIELD(struct simulate_options, sensitivity)},
    {"drift", 0, "0.01%", "each block is slower by this than the one before",
     OPTION_FIELD(struct simulate_options, drift)},
    {"warmup", 0, "60:30%", "first iterations of an execution are slower by this",
     OPTION_FIELD(struct simulate_options, warmup)},
    {"effect", 0, "2%", "the new side's mean is greater by this (default 0)",
     OPTION_FIELD(struct simulate_options, effect)},
    {"benchmarks", 0, "N", "benchmarks, each with its own layouts (default 1)",
     OPTION_FIELD(struct simulate_options, benchmarks)},
    {"points", 0, "N", "points of each benchmark, which share layouts (1)",
     OPTION_FIELD(struct simulate_options, points)},
    {"unpaired", 0, NULL, "measure the sides in two campaigns",
     OPTION_FIELD(struct simulate_options, unpaired)},
    {"until-decided", 0, NULL, "end at a look; --builds is the most",
     OPTION_FIELD(struct simulate_options, until_decided)},
    {"until-clear", 0, NULL, "the same by the rule of run",
     OPTION_FIELD(struct simulate_options, until_clear)},
    {"threshold", 't', "2%", "ignore changes up to this (default 0)",
     OPTION_FIELD(struct simulate_options, threshold)},
    {"equivalence", 0, "2%", "equal: within this (default: --threshold, else 1%)",
     OPTION_FIELD(struct simulate_options, equivalence)},
    {"summary", 0, "SUMMARY", "try this statistic, too: median, percentile 95",
     OPTION_FIELD(struct simulate_options, summary)},
    {"confidence", 0, "95%", "of all intervals (default 95%)",
     OPTION_FIELD(struct simulate_options, confidence)},
    {"trials", 'n', "N", "simulated campaigns (default 1000)",
     OPTION_FIELD(struct simulate_options, trials)},
    {"seed", 0, "N", "the seed of all random numbers (default 1)",
     OPTION_FIELD(struct simulate_options, seed)},
    {"workers", 'j', "N", "threads (default: one for each CPU)",
     OPTION_FIELD(struct simulate_options, workers)},
    {"json", 0, NULL, "print the result as JSON", OPTION_FIELD(struct simulate_options, json)},
    COMMON_HELP(struct simulate_options),
    {0},
};
// clang-format on

const struct command command_simulate = {
    .group = COMMANDS_THAT_EXPLAIN,
    .name = "simulate",
    .arguments = "",
    .summary = "try the method on made-up programs whose truth is known",
    .examples = "  eswexp simulate --builds 20 --effect 2%  would 20 builds find 2 %?\n"
                "  eswexp simulate --like results/sort/ID   for a program like this\n",
    .details = "Draws campaigns of two sides, old and new, from known distributions, and analyses\n"
               "each as 'report' and 'compare' do. Prints how often intervals hold the truth, how\n"
               "often a comparison is wrong or finds the change, and what a campaign costs. Each\n"
               "rate comes with its Monte-Carlo error, one standard error over the campaigns, and\n"
               "in parentheses with what the method promises. So it answers how many builds a\n"
               "question takes and what a campaign will be able to see.\n\n"
               "All sizes are relative to the mean. A value without LEVEL= holds for iteration,\n"
               "execution and build. Unless told otherwise sd is 3 %, 1 % and 2 % and cost 1 ms,\n"
               "20 ms and 2 s, of iteration, execution and build. Distributions are normal, log-\n"
               "normal, two-modes, heavy-tails and spikes (of iterations). With --precision each\n"
               "campaign begins with a pilot, whose variances choose its counts as those of a\n"
               "real one; the cost is also given relative to the least cost for known variances.\n"
               "The pilot has 20 builds, and the real experiment at least 20; with --precision-of\n"
               "ratio, where such a pilot would take more than half a minute, 10 and 30.\n"
               "docs/simulate.md describes the world.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct simulate_options),
    .run = run,
};
