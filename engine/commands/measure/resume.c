// eswexp resume: going on where a campaign stood.
#include "base/files/files.h"
#include "base/files/paths.h"
#include "commands/shared/measure.h"
#include "commands/shared/place.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct options {
    struct common_options common;
    bool restart;
    struct measuring_options measuring;
    struct results_options results;
};

static bool recall(const struct invocation *invocation, const struct options *options,
                   const char *word, struct campaign_request *request, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    const char *folder = path_absolute(invocation->arena, word);
    const char *path = path_join(invocation->arena, folder, "campaign.db");
    const struct spec *spec = campaign_spec(invocation->arena, path, &report, error);
    if (report.length)
        fputs(report.bytes, stderr);
    STORE_CLEANUP struct store *store = spec ? store_open(path, error) : NULL;
    if (!store)
        return false;
    *request = (struct campaign_request){.spec = spec,
                                         .folder = folder,
                                         .resumed = true,
                                         .restart = options->restart,
                                         .place = place_recall(invocation->arena, store)};
    if (options->measuring.tune && !request->place.driver->measures_here)
        return failed(error, EXIT_USAGE,
                      "'%s' is measured on a cluster: --tune is for this machine", folder);
    return !options->restart || request->place.driver->measures_here ||
           failed(error, EXIT_USAGE,
                  "'%s' is measured on a cluster, where tasks of before may still be measuring: "
                  "no cell of it is started anew, 'eswexp run --on slurm' begins a campaign",
                  folder);
}

// Campaigns of one file are built in the same place.
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
    struct campaign *campaigns = arena_new_array(invocation->arena, struct campaign, count);
    for (size_t i = 0; i < count; i++)
        if (!recall(invocation, options, invocation->words.items[i], &campaigns[i].request, error))
            return error->code;
    return are_different(campaigns, count, error)
               ? measure(invocation, &options->measuring, &options->results, campaigns, count, 0,
                         error)
               : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    {"restart", 0, NULL, "restart the cells that changes since then affect", .alias = "anew",
     OPTION_FIELD(struct options, restart)},
    MEASURING_UNTIL(struct options, measuring),
    MEASURING_NO_WAIT(struct options, measuring),
    MEASURING_WAIT_IDLE(struct options, measuring),
    MEASURING_TUNE(struct options, measuring),
    MEASURING_ON_FINISH(struct options, measuring),
    RESULTS_PLOT(struct options, results),
    MEASURING_PROFILE(struct options, measuring),
    RESULTS_STRICT(struct options, results),
    RESULTS_JSON(struct options, results),
    COMMON_QUIET(struct options),
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_resume = {
    .name = "resume",
    .arguments = "DIR...",
    .summary = "go on with campaigns that were interrupted",
    .details = "Goes on exactly where the campaign in DIR stood, whatever ended it: with its\n"
               "stored plan, the same seeds and order, no step measured twice and none left\n"
               "out. Then prints the report.\n\n"
               "The experiment is the one that the campaign began with: changes of its file\n"
               "since then are not looked at.\n\n"
               "Refuses, and says why, if the machine, the tools, a revision, what can be\n"
               "randomized, the program or a file that its command names is another than when\n"
               "the campaign began: samples of two programs would pass for one. With --anew the\n"
               "cells that this affects are started anew (all of them on another machine), with\n"
               "a pilot of their own, and the others go on where they stood. What was measured\n"
               "before stays in campaign.db, apart: report, plots and csv/ have only what counts.\n"
               "Not for campaigns on a cluster.\n\n"
               "What was begun with --tune is gone on with --tune: without it the machine is\n"
               "another one. It is not for campaigns on a cluster.\n\n"
               "Several are gone on with side by side, as 'eswexp sweep' does.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = SIZE_MAX,
    .word = WORD_FOLDER,
    .ends_tidily = true,
    .run = run,
};
