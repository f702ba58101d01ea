// eswexp check: the mistakes of an experiment file, or what it would run.
#include "campaign/dry_run.h"
#include "commands/shared/experiment.h"

#include <string.h>

// What the key 'quick' sets, of which nothing was seen as yet.
static bool is_right_if_quick(const struct command_line *line, const struct spec *spec,
                              struct error *error)
{
    TEXT_CLEANUP struct text report = {0};
    const char *text = spec_text_alone(line->arena, spec->text);
    const struct spec_overrides overrides = {
        .settings = line->set, .seed = line->seed, .quick = true};
    if (spec_parse(line->arena, spec->path, text, strlen(text), &overrides, &report, error))
        return true;
    if (report.length)
        fputs(report.bytes, stderr);
    return failed_within(error, "with --quick");
}

static enum exit_code run(struct command_line *line, struct error *error)
{
    const struct spec *spec = experiment_load(line, line->words.items[0], error);
    if (!spec || (!line->quick && !is_right_if_quick(line, spec, error)))
        return error->code;
    dry_run_print(spec, stdout);
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
