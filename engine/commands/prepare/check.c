// eswexp check: the mistakes of an experiment file, or what it would run.
#include "campaign/dry_run.h"
#include "commands/shared/experiment.h"
#include "spec/keys/experiment.h"
#include "spec/overrides.h"

#include <string.h>

struct options {
    struct common_options common;
    struct experiment_options experiment;
};

// Checks the settings of the key 'quick', which the plain experiment does not use.
static bool is_right_if_quick(const struct invocation *invocation,
                              const struct experiment_options *options, const struct spec *spec,
                              struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    const char *text = spec_text_alone(invocation->arena, spec->text);
    const struct spec_overrides overrides = {
        .settings = options->set, .seed = options->seed, .quick = true};
    if (spec_parse(invocation->arena, spec->path, text, strlen(text), &overrides, &report, error))
        return true;
    if (report.length)
        fputs(report.bytes, stderr);
    return failed_within(error, "with --quick");
}

static enum exit_code run(const struct invocation *invocation, const void *values,
                          struct error *error)
{
    const struct options *options = values;
    const struct spec *spec =
        experiment_load(invocation, &options->experiment, invocation->words.items[0], error);
    if (!spec || (!options->experiment.quick &&
                  !is_right_if_quick(invocation, &options->experiment, spec, error)))
        return error->code;
    dry_run_print(spec, stdout);
    return EXIT_FINE;
}

// clang-format off
static const struct command_option option_rows[] = {
    EXPERIMENT_SET(struct options, experiment),
    EXPERIMENT_SEED(struct options, experiment),
    EXPERIMENT_QUICK(struct options, experiment),
    COMMON_NO_COLOUR(struct options),
    COMMON_HELP(struct options),
    {0},
};
// clang-format on

const struct command command_check = {
    .name = "check",
    .arguments = "SPEC",
    .summary = "find the mistakes in an experiment file, show what it would run",
    .details = "Prints all mistakes in the experiment file SPEC (@NAME: an installed one). If\n"
               "there are none, prints its cells, variants and randomizers, and how many\n"
               "blocks, builds and executions a campaign would carry out. Runs and writes\n"
               "nothing.",
    .options = option_rows,
    .options_size = OPTIONS_SIZE(struct options),
    .words_least = 1,
    .words_most = 1,
    .word = WORD_EXPERIMENT,
    .run = run,
};
