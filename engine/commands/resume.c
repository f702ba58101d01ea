// eswexp resume: going on where a campaign stood.
#include "campaign/campaign.h"
#include "commands/results.h"
#include "commands/until.h"

#include "base/files.h"

#include <stdio.h>

static enum exit_code run(struct command_line *line, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    const char *folder = path_absolute(line->arena, line->words.items[0]);
    const struct spec *spec = campaign_spec(line->arena, folder, &report, error);
    if (report.length)
        fputs(report.bytes, stderr);
    if (!spec)
        return error->code;
    struct campaign_request request = {.spec = spec,
                                       .folder = folder,
                                       .resumed = true,
                                       .log = &line->log,
                                       .stop = line->stop,
                                       .no_wait = line->no_wait};
    if (!until_read(line->until, &request.deadline_ns, error))
        return error->code;
    return results_of_campaign(line, &request, error);
}

static const struct command_option *const options[] = {
    &option_until,     &option_no_wait, &option_json, &option_quiet,
    &option_no_colour, &option_help,    NULL,
};

const struct command command_resume = {
    .name = "resume",
    .arguments = "DIR",
    .summary = "go on with a campaign that was interrupted",
    .details = "Goes on exactly where the campaign in DIR stood, whatever ended it: with its\n"
               "stored plan, the same seeds and order, no step measured twice and none left\n"
               "out. Then prints the report.\n\n"
               "Refuses, and says why, if the machine, the tools, a revision or the program is\n"
               "another than when the campaign began: samples of two programs would pass for\n"
               "one. What was measured stays as it is.",
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .ends_tidily = true,
    .run = run,
};
