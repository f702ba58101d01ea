// eswexp run: an experiment from its file to its report.
#include "commands/shared/experiment.h"
#include "commands/shared/measure.h"
#include "commands/shared/place.h"

struct options {
    struct common_options common;
    const char *out;
    struct measuring_options measuring;
    struct place_options place;
    struct experiment_options experiment;
    struct results_options results;
};

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    if (!measure_out(options->out, error))
        return error->code;
    const struct spec *spec =
        experiment_load(invocation, &options->experiment, invocation->words.items[0], error);
    if (!spec)
        return error->code;
    struct place place;
    if (!place_read(invocation, &options->place, &options->measuring, &place, error))
        return error->code;
    struct campaign campaign = {
        .request = {.spec = spec,
                    .folder =
                        campaign_folder(invocation->arena, options->out, "results", spec->name),
                    .place = place}};
    return measure(invocation, &options->measuring, &options->results, &campaign, 1, 0, error);
}

// clang-format off
static const struct command_option option_rows[] = {
    OPTION_OUT(struct options, out),
    MEASURING_UNTIL(struct options, measuring),
    MEASURING_NO_WAIT(struct options, measuring),
    MEASURING_WAIT_IDLE(struct options, measuring),
    MEASURING_TUNE(struct options, measuring),
    MEASURING_ON_FINISH(struct options, measuring),
    RESULTS_PLOT(struct options, results),
    MEASURING_PROFILE(struct options, measuring),
    PLACE_ON(struct options, place),
    PLACE_PARTITION(struct options, place),
    PLACE_NODES(struct options, place),
    PLACE_SBATCH(struct options, place),
    EXPERIMENT_SET(struct options, experiment),
    EXPERIMENT_SEED(struct options, experiment),
    EXPERIMENT_QUICK(struct options, experiment),
    RESULTS_STRICT(struct options, results),
    RESULTS_JSON(struct options, results),
    COMMON_QUIET(struct options),
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_run = {
    .name = "run",
    .arguments = "SPEC",
    .summary = "run an experiment, print its report",
    .details = "Reads the experiment file SPEC (@NAME: the installed one that 'eswexp list\n"
               "experiments' shows, if no file is called so), builds every variant, runs the\n"
               "pilot, decides from it how often each level is repeated, runs the real\n"
               "experiment and prints means and ratios with their intervals. All measured is in\n"
               "results/NAME/ID (or --out): campaign.db, csv/, report.md, report.html.\n"
               "'eswexp plot' draws the pictures, --plot does so at the end: where that fails, a\n"
               "warning says why.\n\n"
               "With --profile one execution of each variant is run once more, when all is\n"
               "measured, under perf or gdb; the report then names the functions in which it\n"
               "spent its time, marked as not measured.\n\n"
               "'claims:' in the file are judged by the intervals, as supported, refuted or\n"
               "undecided; a refuted one is exit code 1, with --strict an undecided one exit\n"
               "code 4. A claim is one of\n"
               "  speedup(NEW, OLD) > 1.05    OLD's time over NEW's\n"
               "  ratio(NEW, OLD) < 0.95      NEW's mean over OLD's\n"
               "  mean(VARIANT) < 3 ms\n"
               "  equivalent(A, B, 1%)        the ratio lies within 1 ± 1 %\n"
               "  share(LEVEL) < 50%          of the variance; share(LEVEL, VARIANT)\n"
               "\n"
               "Relations are >, >=, < and <=. A claim is about every benchmark and point, or\n"
               "those that a scope in front names: 'all: …', 'any: …', 'sort: …',\n"
               "'sort[n=1000]: …', 'any sort: …'; and about the first metric, or the one named as\n"
               "in 'speedup(NEW, OLD) in cpu_time > 1.05'. What one of several cases is enough\n"
               "for (that not all hold, that any does) is judged at a confidence that is adjusted\n"
               "for their number, as Holm's procedure does; several claims are not adjusted for\n"
               "each other.\n\n"
               "Ctrl-C ends the campaign after the current execution, a second one at once. What\n"
               "was measured is kept and reported, exit code 130.\n\n"
               "--tune makes the machine quieter as far as it is permitted, mostly to root:\n"
               "clocks, boost, huge pages, watchdog, memory balancing and, where 'machine.cpus'\n"
               "names the CPUs to measure on, interrupts and SMT siblings: 'eswexp list tune'.\n"
               "What was set and what was refused stands in the report. All is restored at the\n"
               "end, after Ctrl-C, and when eswexp is killed, at the latest when it is next\n"
               "started: until then what was before is in /run/eswexp (root's) or in\n"
               "~/.local/state/eswexp.\n\n"
               "One campaign measures at a time on a machine, whoever started it. Another waits\n"
               "for its end or, with --no-wait, ends with exit code 5. What they share is a lock,\n"
               "/run/lock/eswexp.lock or the file that ESWEXP_HOST_LOCK names.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_EXPERIMENT,
    .ends_tidily = true,
    .run = run,
};
