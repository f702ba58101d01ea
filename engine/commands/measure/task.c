// eswexp task: one chunk of a campaign, on a node of a cluster.
#include "campaign/task.h"
#include "commands/shared/measure.h"

#include <stdio.h>
#include <stdlib.h>

struct options {
    struct common_options common;
    struct measuring_options measuring;
};

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    return value && *value ? value : NULL;
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    TEXT_CLEANUP struct text report = {0};
    const struct task_request request = {.chunk = invocation->words.items[0],
                                         .node = variable("SLURMD_NODENAME"),
                                         .job = variable("SLURM_JOB_ID")};
    struct run_options run_options;
    bool done = measure_run_options(invocation, &options->measuring, 1, 0, &run_options, error) &&
                task_run(invocation->arena, &request, &run_options, &report, error);
    if (report.length)
        fputs(report.bytes, stderr);
    return done ? EXIT_FINE : error->code;
}

// clang-format off
static const struct command_option option_rows[] = {
    MEASURING_UNTIL(struct options, measuring),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_task = {
    .group = COMMANDS_THAT_SHARE,
    .name = "task",
    .arguments = "CHUNK",
    .summary = "measure a part of a campaign (run by --on slurm on its nodes)",
    .details = "Measures on this node the blocks of CHUNK, a file that 'eswexp run --on slurm'\n"
               "wrote, and leaves the complete blocks beside it, where the campaign looks for\n"
               "them.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_FILE,
    .ends_tidily = true,
    .run = run,
};
