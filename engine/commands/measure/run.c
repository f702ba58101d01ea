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
                    .numbered = !options->out,
                    .place = place}};
    return measure(invocation, &options->measuring, &options->results, &campaign, 1, 0, error);
}

// clang-format off
static const struct command_option option_rows[] = {
    OPTION_OUT(struct options, out),
    MEASURING_UNTIL(struct options, measuring),
    MEASURING_ROWS(struct options, measuring),
    RESULTS_PLOT(struct options, results),
    MEASURING_PROFILE(struct options, measuring),
    PLACE_ROWS(struct options, place),
    EXPERIMENT_ROWS(struct options, experiment),
    RESULTS_STRICT(struct options, results),
    RESULTS_JSON(struct options, results),
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_run = {
    .name = "run",
    .arguments = "SPEC",
    .summary = "run an experiment and print its report",
    .details =
        "Builds every variant of the experiment in the file SPEC, runs a pilot,\n"
        "computes from it how often each level must be repeated, runs the real\n"
        "experiment, and prints means and ratios with their intervals. @NAME is the\n"
        "installed experiment of that name ('eswexp list experiments'), unless a file\n"
        "has this name.\n\n"
        "Everything measured is in results/NAME/ID or in the folder of --out:\n"
        "campaign.db, csv/, report.md, report.html. 'eswexp plot' draws the pictures;\n"
        "--plot draws them at the end, and a failure to draw is a warning.\n\n"
        "--profile runs one execution of each variant once more after all measurements,\n"
        "under perf or gdb. The report names the functions in which it spent its time\n"
        "and marks this profile as not measured.\n\n"
        "The intervals decide the 'claims:' of the file: each is supported, refuted or\n"
        "inconclusive. A refuted claim is exit code 1; with --strict an inconclusive\n"
        "one is exit code 4. A claim is one of\n"
        "  speedup(NEW, OLD) > 1.05  OLD's time over NEW's\n"
        "  ratio(NEW, OLD) < 0.95    NEW's mean over OLD's\n"
        "  mean(VARIANT) < 3 ms      the mean of one variant\n"
        "  equivalent(A, B, 1%)      the ratio lies within 1 ± 1 %\n"
        "  share(LEVEL) < 50%        the level's share of the variance; share(LEVEL, VARIANT)\n\n"
        "Relations are >, >=, < and <=. A claim covers every benchmark and every point,\n"
        "or those that a scope in front of it names: 'all: …', 'any: …', 'sort: …',\n"
        "'sort[n=1000]: …', 'any sort: …'. It covers the first metric, or the one it\n"
        "names, as in 'speedup(NEW, OLD) in cpu_time > 1.05'. Where one case alone can\n"
        "decide a claim (one that fails refutes 'all', one that holds supports 'any'),\n"
        "that case's confidence is adjusted for the number of cases (Bonferroni).\n"
        "Several claims are not adjusted for each other.\n\n"
        "The first Ctrl-C ends the campaign after the current execution, a second one\n"
        "at once. Finished measurements are kept and reported; the exit code is 130.\n\n"
        "--tune makes the machine quieter as far as permissions allow, which mostly\n"
        "takes root: clocks, boost, huge pages, watchdog, memory balancing and, if\n"
        "'machine.cpus' names the CPUs to measure on, interrupts and SMT siblings\n"
        "('eswexp list tune'). The report lists what was set and what was refused. All\n"
        "settings are restored at the end, after Ctrl-C, and after eswexp is killed, at\n"
        "the latest when it starts again. Until then the former settings are in\n"
        "/run/eswexp (root) or in ~/.local/state/eswexp.\n\n"
        "Only one campaign measures on a machine at a time, whoever starts it. Another\n"
        "waits for its end, and says who measures, since when; with --no-wait it exits\n"
        "with code 5. All users share one lock: the file of --lock, else that of the\n"
        "variable ESWEXP_HOST_LOCK, else /run/lock/eswexp.lock. Experiments with\n"
        "different locks measure at the same time, and disturb each other.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_EXPERIMENT,
    .ends_tidily = true,
    .run = run,
};
