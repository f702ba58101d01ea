// eswexp resume: going on where a campaign stood.
#include "commands/measure.h"
#include "base/files/paths.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static bool recall(struct command_line *line, const char *word, struct campaign_request *request,
                   struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    const char *folder = path_absolute(line->arena, word);
    const char *path = path_join(line->arena, folder, "campaign.db");
    const struct spec *spec = campaign_spec(line->arena, path, &report, error);
    if (report.length)
        fputs(report.bytes, stderr);
    STORE_CLEANUP struct store *store = spec ? store_open(path, error) : NULL;
    if (!store)
        return false;
    *request = (struct campaign_request){.spec = spec,
                                         .folder = folder,
                                         .resumed = true,
                                         .restart = line->restart,
                                         .cluster = cluster_recall(line->arena, store)};
    if (line->tune && request->cluster)
        return failed(error, EXIT_USAGE,
                      "'%s' is measured on a cluster: --tune is for this machine", folder);
    return !line->restart || !request->cluster ||
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

static enum exit_code run(struct command_line *line, struct error *error)
{
    size_t count = line->words.count;
    struct campaign *campaigns = arena_new_array(line->arena, struct campaign, count);
    for (size_t i = 0; i < count; i++)
        if (!recall(line, line->words.items[i], &campaigns[i].request, error))
            return error->code;
    return are_different(campaigns, count, error) ? measure(line, campaigns, count, 0, error)
                                                  : error->code;
}

static const struct command_option option_restart = {"anew",
                                                     0,
                                                     OPTION_FLAG,
                                                     NULL,
                                                     "measure what has changed since then anew",
                                                     offsetof(struct command_line, restart)};

static const struct command_option *const options[] = {
    &option_restart, &option_until,
    &option_no_wait, &option_wait_idle,
    &option_tune,    &option_on_finish,
    &option_plot,    &option_profile,
    &option_strict,  &option_json,
    &option_quiet,   &option_no_colour,
    &option_help,    NULL,
};

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
    .options = options,
    .words_least = 1,
    .words_most = SIZE_MAX,
    .ends_tidily = true,
    .run = run,
};
