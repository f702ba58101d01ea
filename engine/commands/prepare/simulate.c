// eswexp simulate: the method against a synthetic world whose truth is known.
#include "commands/prepare/simulate_options.h"
#include "commands/shared/show.h"
#include "report/simulation/document.h"

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
