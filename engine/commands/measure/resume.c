// eswexp resume: continuing campaigns where they stopped.
#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/measure/bisecting.h"
#include "commands/shared/measure.h"
#include "commands/shared/place.h"
#include "commands/shared/recall.h"
#include "spec/values.h"

#include <stddef.h>
#include <stdint.h>

struct options {
    struct common_options common;
    bool restart, trust;
    const char *budget;
    struct measuring_options measuring;
    struct results_options results;
};

// Why a campaign that has ended cannot go on, or NULL. Claims and derived quantities have intervals
// of one look.
static const char *why_whole(struct arena *arena, struct store *store,
                             const struct campaign_request *request)
{
    const struct campaign campaign = {.request = *request};
    const struct spec *spec = request->spec;
    return !campaign_can_end_early(&campaign)            ? "its file fixes the number of blocks"
           : spec->claims.count + spec->derivation_count ? "its claims and derived quantities have "
                                                           "intervals of one look"
           : !request->place.driver->measures_here       ? "it is measured on a cluster"
           : spec->attribution.variant                   ? "it is an attribution"
           : store_get(store, arena, FACT_BIAS_FACTOR)   ? "its design has a number of blocks"
                                                         : NULL;
}

static bool recall(const struct invocation *invocation, const struct options *options,
                   const char *word, struct campaign_request *request, struct error *error)
{
    const char *folder = path_absolute(invocation->arena, word);
    const struct spec *spec = recall_spec(invocation, folder, options->trust, error);
    STORE_CLEANUP struct store *store =
        spec ? store_open(path_join(invocation->arena, folder, "campaign.db"), error) : NULL;
    if (!store)
        return false;
    *request = (struct campaign_request){.spec = spec,
                                         .folder = folder,
                                         .resumed = true,
                                         .restart = options->restart,
                                         .place = place_recall(invocation->arena, store)};
    bool more = options->budget && store_get(store, invocation->arena, FACT_FINISHED);
    const char *why = more ? why_whole(invocation->arena, store, request) : NULL;
    request->continued = more && !why;
    if (why)
        log_note(&invocation->log, "'%s' has ended, and nothing more is measured: %s", folder, why);
    if (options->measuring.tune && !request->place.driver->measures_here)
        return failed(error, EXIT_USAGE,
                      "'%s' is measured on a cluster: --tune is for this machine", folder);
    return !options->restart || request->place.driver->measures_here ||
           failed(error, EXIT_USAGE,
                  "'%s' is measured on a cluster, where earlier tasks may still be measuring: its "
                  "cells cannot start again; 'eswexp run --on slurm' begins a new campaign",
                  folder);
}

// Campaigns of the same file cannot run together: both would build in the same place.
static bool are_different(const struct campaign *campaigns, size_t count, struct error *error)
{
    for (size_t i = 0; i < count; i++)
        for (size_t other = 0; other < i; other++) {
            const struct campaign_request *one = &campaigns[other].request,
                                          *two = &campaigns[i].request;
            if (text_equal(one->folder, two->folder))
                return failed(error, EXIT_USAGE, "'%s' is named twice", one->folder);
            if (text_equal(one->spec->path, two->spec->path))
                return failed(error, EXIT_USAGE,
                              "'%s' and '%s' are both campaigns of '%s', which is built in one "
                              "place: resume one after the other",
                              one->folder, two->folder, one->spec->path);
        }
    return true;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    size_t count = invocation->words.count;
    double budget_s = 0;
    if (options->budget && (!value_span(options->budget, &budget_s) || budget_s <= 0)) {
        failed(error, EXIT_USAGE, "--budget '%s' is not a time such as 5min or 2h",
               options->budget);
        return error->code;
    }
    for (size_t i = 0; i < count; i++) {
        const char *folder = invocation->words.items[i];
        if (!bisecting_began(invocation->arena, folder))
            continue;
        if (count == 1 && !options->restart)
            return bisecting_resume(invocation, &options->measuring, &options->results, folder,
                                    options->trust, budget_s, error);
        failed(error, EXIT_USAGE,
               options->restart ? "'%s' is a bisection: it cannot be restarted"
                                : "'%s' is a bisection: resume it alone",
               folder);
        return error->code;
    }
    struct campaign *campaigns = arena_new_array(invocation->arena, struct campaign, count);
    for (size_t i = 0; i < count; i++)
        if (!recall(invocation, options, invocation->words.items[i], &campaigns[i].request, error))
            return error->code;
    return are_different(campaigns, count, error)
               ? measure(invocation, &options->measuring, &options->results, campaigns, count,
                         budget_s, budget_s > 0, error)
               : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"restart", 0, NULL, "start the affected cells again after a change", .alias = "anew",
     OPTION_FIELD(struct options, restart)},
    RECALL_TRUST(struct options),
    {"budget", 0, "10min", "a new budget in place of what is left of the campaign's",
     OPTION_FIELD(struct options, budget)},
    MEASURING_UNTIL(struct options, measuring),
    MEASURING_ROWS(struct options, measuring),
    RESULTS_PLOT(struct options, results),
    MEASURING_PROFILE(struct options, measuring),
    RESULTS_STRICT(struct options, results),
    RESULTS_JSON(struct options, results),
    RESULTS_NOTES(struct options, results),
    COMMON_ROWS(struct options),
    {0},
};
// clang-format on

const struct command command_resume = {
    .group = COMMANDS_THAT_MEASURE,
    .name = "resume",
    .arguments = "DIR...",
    .summary = "continue campaigns that were interrupted",
    .examples = "  eswexp resume results/sort/ID                go on where it stopped\n"
                "  eswexp resume results/sort/ID --budget 5min  five more minutes\n",
    .details =
        "Continues the campaign in DIR where it stopped, for whatever reason. It uses\n"
        "the stored plan, seeds and order, so no step is measured twice and none is\n"
        "skipped. Then it prints the report or, of a campaign that 'eswexp compare' began,\n"
        "the verdict, with its exit code.\n\n"
        "The campaign keeps the experiment with which it began: later changes of the\n"
        "file have no effect.\n\n"
        "Refuses, with the reason, if the machine, the tools, a revision, the available\n"
        "randomizers, the program or a file in its command has changed since the\n"
        "campaign began: the samples of two programs would be mixed. With --restart the\n"
        "affected cells start again with a pilot of their own (on another machine: all\n"
        "cells, and --trust is needed, too), and the others continue. Their earlier samples\n"
        "stay in campaign.db, but report, plots and csv/ leave them out. A campaign on a\n"
        "cluster cannot be restarted.\n\n"
        "Of a campaign that another user began, or that was measured on another machine,\n"
        "it prints the commands that it would run, and ends with exit code 2. --trust\n"
        "runs them.\n\n"
        "A campaign that began with --tune needs --tune again: without it the machine\n"
        "is a different one. --tune is not for campaigns on a cluster.\n\n"
        "A budget is wall time over all sessions: what is left of it bounds this one. Where\n"
        "nothing is left, the experiment ends with the blocks that it has, if these are\n"
        "enough for a result; else --budget gives it more. A campaign that has ended goes\n"
        "on for the time of --budget, by the design that it has, unless its file fixes\n"
        "the number of blocks or has claims or derived quantities.\n\n"
        "Several campaigns continue side by side, as with 'eswexp sweep'.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = SIZE_MAX,
    .word = WORD_FOLDER,
    .ends_tidily = true,
    .run = run,
};
