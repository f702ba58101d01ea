// eswexp task: one chunk of a campaign, on a node of a cluster.
#include "campaign/task.h"
#include "commands/shared/measure.h"

#include <stdio.h>

static enum exit_code run(struct command_line *line, struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    struct run_options run_options;
    bool done = measure_run_options(line, 1, 0, &run_options, error) &&
                task_run(line->arena, line->words.items[0], &run_options, &report, error);
    if (report.length)
        fputs(report.bytes, stderr);
    return done ? EXIT_FINE : error->code;
}

static const struct command_option *const options[] = {&option_until, &option_help, NULL};

const struct command command_task = {
    .name = "task",
    .arguments = "CHUNK",
    .summary = "measure a part of a campaign (run by --on slurm, on its nodes)",
    .details = "Measures the blocks of CHUNK, which 'eswexp run --on slurm' wrote, on this node,\n"
               "and leaves what is whole of them beside it, where the campaign looks for it.",
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .ends_tidily = true,
    .run = run,
};
