// eswexp check: the mistakes of an experiment file, or what it would run.
#include "campaign/outlook.h"
#include "commands/experiment.h"

static enum exit_code run(struct command_line *line, struct error *error)
{
    const struct spec *spec = experiment_load(line, line->words.items[0], error);
    if (!spec)
        return error->code;
    outlook_print(spec, stdout);
    return EXIT_FINE;
}

static const struct command_option *const options[] = {
    &option_set, &option_seed, &option_quick, &option_no_colour, &option_help, NULL,
};

const struct command command_check = {
    .name = "check",
    .arguments = "SPEC",
    .summary = "find the mistakes of an experiment file, say what it would run",
    .details = "Reads the experiment file SPEC (@NAME: an installed one) and prints all its\n"
               "mistakes, or, if there are none, its cells, variants, randomizers, and how many\n"
               "blocks, builds and executions a campaign would carry out. Runs and writes\n"
               "nothing.",
    .options = options,
    .words_least = 1,
    .words_most = 1,
    .run = run,
};
