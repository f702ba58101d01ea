// eswexp sweep: several experiments in one queue.
#include "commands/experiment.h"
#include "commands/measure.h"
#include "commands/place.h"
#include "spec/values.h"
#include "base/files/paths.h"

#include <stddef.h>
#include <stdint.h>

static bool read_budget(const struct command_line *line, double *seconds, struct error *error)
{
    *seconds = 0;
    return !line->budget || (value_duration(line->budget, seconds) && *seconds >= 0) ||
           failed(error, EXIT_USAGE, "--budget '%s' is not a time such as 90min or 8h",
                  line->budget);
}

// Two of one name would take the same folder, and two of one file the same place to build in.
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

static enum exit_code run(struct command_line *line, struct error *error)
{
    size_t count = line->words.count;
    struct campaign *campaigns = arena_new_array(line->arena, struct campaign, count);
    struct cluster *cluster = NULL;
    double budget_s;
    bool read = measure_out(line, error) && read_budget(line, &budget_s, error) &&
                place_read(line, &cluster, error);
    for (size_t i = 0; i < count; i++) {
        measure_tell(line, error);
        const struct spec *spec = experiment_load(line, line->words.items[i], error);
        campaigns[i].request.spec = spec;
        read = read && spec;
    }
    if (!read || !are_different(campaigns, count, error))
        return error->code;
    for (size_t i = 0; i < count; i++) {
        struct campaign_request *request = &campaigns[i].request;
        const char *name = request->spec->name;
        const char *out = line->out ? path_join(line->arena, line->out, name) : NULL;
        request->folder = campaign_folder(line->arena, out, "results", name);
        request->cluster = cluster;
    }
    return measure(line, campaigns, count, budget_s, error);
}

static const struct command_option option_budget = {
    "budget",
    0,
    OPTION_TEXT,
    "8h",
    "share this time out over all cells, by what the pilots show",
    offsetof(struct command_line, budget)};

static const struct command_option *const options[] = {
    &option_out,    &option_until,     &option_budget, &option_no_wait,   &option_wait_idle,
    &option_tune,   &option_on_finish, &option_plot,   &option_on,        &option_partition,
    &option_nodes,  &option_sbatch,    &option_set,    &option_seed,      &option_quick,
    &option_strict, &option_json,      &option_quiet,  &option_no_colour, &option_help,
    NULL,
};

const struct command command_sweep = {
    .name = "sweep",
    .arguments = "SPEC...",
    .summary = "run several experiments side by side",
    .details = "Runs all experiments in one queue: first their programs are compiled and all\n"
               "pilots run, then the real experiments, in rounds of one block of each cell of\n"
               "each experiment. Whatever ends the sweep (--until, Ctrl-C, a crash) leaves as\n"
               "many blocks of one cell as of another, give or take one, until a cell has all\n"
               "that it needs. Each experiment is a campaign of its own, in results/NAME/ID or\n"
               "--out DIR/NAME; an experiment that fails does not stop the others.\n"
               "'eswexp resume DIR...' goes on with several as it does with one. A SPEC may be\n"
               "@NAME, an installed one.\n\n"
               "With --budget the time left after the pilots goes where it narrows the widest\n"
               "relative interval most per second: all cells come to the same expected width,\n"
               "as narrow as the time allows, but for those that reach their own precision with\n"
               "less; a cell has at least five blocks. The rule knows the pilots' variances and\n"
               "costs, not the results.\n\n"
               "--wait-idle looks at the busy share of all CPUs and at the CPU pressure until\n"
               "both are below 5 %, for half an hour at most, then ends with exit code 5.\n\n"
               "--on-finish runs CMD with /bin/sh. It finds ESWEXP_RESULT (finished, regression,\n"
               "inconclusive, failed, deadline, interrupted, unfit, refused), ESWEXP_EXIT (the\n"
               "exit code), ESWEXP_CAMPAIGNS (the folders, a line each) and ESWEXP_MESSAGE in its\n"
               "environment.",
    .options = options,
    .words_least = 1,
    .words_most = SIZE_MAX,
    .ends_tidily = true,
    .run = run,
};
