// eswexp sweep: several experiments in one queue.
#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/shared/experiment.h"
#include "commands/shared/measure.h"
#include "commands/shared/place.h"
#include "spec/values.h"

#include <stddef.h>
#include <stdint.h>

struct options {
    struct common_options common;
    const char *out, *budget;
    struct measuring_options measuring;
    struct place_options place;
    struct experiment_options experiment;
    struct results_options results;
};

// Experiments of the same name would use the same folder, and build in the same place.
static bool are_different(const struct campaign *campaigns, size_t count, struct error *error)
{
    for (size_t i = 0; i < count; i++)
        for (size_t other = i + 1; other < count; other++) {
            const struct spec *one = campaigns[i].request.spec,
                              *two = campaigns[other].request.spec;
            if (text_equal(one->name, two->name))
                return failed(error, EXIT_USAGE,
                              "'%s' and '%s' are both called '%s': give each experiment a name of "
                              "its own",
                              one->path, two->path, one->name);
        }
    return true;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    size_t count = invocation->words.count;
    struct campaign *campaigns = arena_new_array(invocation->arena, struct campaign, count);
    struct place place = {0};
    double budget_s;
    bool read = measure_out(options->out, error) &&
                measure_budget(options->budget, &budget_s, error) &&
                place_read(invocation, &options->place, &options->measuring, &place, error);
    for (size_t i = 0; i < count; i++) {
        measure_print_error(invocation, error);
        const struct spec *spec =
            experiment_load(invocation, &options->experiment, invocation->words.items[i], error);
        campaigns[i].request.spec = spec;
        read = read && spec;
    }
    if (!read || !are_different(campaigns, count, error))
        return error->code;
    for (size_t i = 0; i < count; i++) {
        struct campaign_request *request = &campaigns[i].request;
        const char *name = request->spec->name;
        const char *out = options->out ? path_join(invocation->arena, options->out, name) : NULL;
        request->folder = campaign_folder(invocation->arena, out, "results", name);
        request->numbered = !out;
        request->place = place;
    }
    return measure(invocation, &options->measuring, &options->results, campaigns, count, budget_s,
                   budget_s > 0, error);
}

// clang-format off
static const struct command_option option_rows[] = {
    OPTION_OUT(struct options, out),
    MEASURING_UNTIL(struct options, measuring),
    {"budget", 0, "8h", "share this time among all cells, by their pilots",
     OPTION_FIELD(struct options, budget)},
    MEASURING_ROWS(struct options, measuring),
    RESULTS_PLOT(struct options, results),
    PLACE_ROWS(struct options, place),
    EXPERIMENT_ROWS(struct options, experiment),
    RESULTS_STRICT(struct options, results),
    RESULTS_JSON(struct options, results),
    RESULTS_NOTES(struct options, results),
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_sweep = {
    .group = COMMANDS_THAT_MEASURE,
    .name = "sweep",
    .arguments = "SPEC...",
    .summary = "run several experiments side by side",
    .examples = "  eswexp sweep *.yaml --budget 8h    all night\n"
                "  eswexp sweep *.yaml --until 06:30  until the morning\n",
    .details = "Runs several experiments in one queue: first it compiles all programs and runs\n"
               "all pilots, then it runs the real experiments in rounds of one block of each\n"
               "cell. However the sweep ends (--until, Ctrl-C, a crash), all unfinished cells\n"
               "have the same number of blocks, plus or minus one. Each experiment is a\n"
               "campaign of its own in results/NAME/ID, or in DIR/NAME with --out DIR; an\n"
               "experiment that fails does not stop the others. 'eswexp resume DIR...'\n"
               "continues several campaigns at once. A SPEC may be @NAME, an installed\n"
               "experiment.\n\n"
               "--budget shares the time that remains after the pilots: each second goes to\n"
               "the cell where it narrows the widest relative interval most, so all cells\n"
               "reach the same expected width, as narrow as the time allows. A cell that\n"
               "reaches its own precision earlier takes less. Each has at least 20 blocks, or\n"
               "five if the time does not hold 20.\n"
               "The rule uses the variances and costs of the pilots, not the results.\n\n"
               "--wait-idle watches the busy share of all CPUs and the CPU pressure until both\n"
               "are below 5 %. After half an hour it gives up with exit code 5.\n\n"
               "--on-finish runs CMD with /bin/sh. Its environment has ESWEXP_RESULT\n"
               "(finished, regression, inconclusive, failed, deadline, interrupted, unfit,\n"
               "refused), ESWEXP_EXIT (the exit code), ESWEXP_CAMPAIGNS (the folders, one a\n"
               "line) and ESWEXP_MESSAGE.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = SIZE_MAX,
    .word = WORD_EXPERIMENT,
    .ends_tidily = true,
    .run = run,
};
